import sharp from 'sharp'

/** Far above any picture that we ask for or keep, far below what exhausts the memory. Pixels. */
const pixelLimit = 50_000_000

/** The picture as a PNG of exactly this size, cut at the edges where the proportions differ, without metadata. Throws if it cannot be decoded. */
export function exactly(bytes: Uint8Array, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error', autoOrient: true })
    .resize({ width, height, fit: 'cover' })
    .toColourspace('srgb')
    .png()
    .toBuffer()
}

/** A WebP at most `width` pixels wide, for the gallery. A smaller picture keeps its size. */
export function thumbnail(bytes: Uint8Array, width: number): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error', autoOrient: true })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

/** A JPEG at most `width` pixels wide, for paper, which is white. */
export function printed(bytes: Uint8Array, width: number): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error', autoOrient: true })
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 80 })
    .toBuffer()
}
