import sharp from 'sharp'

/** Limit in pixels: far above any picture that is requested or stored, far below what exhausts the memory. */
const pixelLimit = 50_000_000

/** Returns the picture as a PNG of exactly this size, cropped if necessary, without metadata. Throws if it cannot be decoded. */
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

/** A JPEG of at most `width` pixels on each side, on a white background, for printing. */
export function printed(bytes: Uint8Array, width: number): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error', autoOrient: true })
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 80 })
    .toBuffer()
}
