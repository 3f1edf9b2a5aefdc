import sharp, { type Sharp } from 'sharp'
import type { Growth } from '#domain/image-edit-tools.ts'
import { whiteRepaints } from './mask.ts'

interface Size {
  width: number
  height: number
}

/** Width, in pixels, of the original's edge that is repainted with the new area, so that no step is visible between the two. */
const seam = 12

const png = (bytes: Uint8Array) => sharp(bytes, { autoOrient: true }).toColourspace('srgb').png().toBuffer()
const plain = ({ width, height }: Size, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Returns the picture on a larger canvas, its edge pixels repeated outwards, and the mask of the new area plus a seam of the original. */
export async function extended(bytes: Uint8Array, growth: Growth): Promise<{ image: Buffer; mask: Buffer }> {
  const { up: top, down: bottom, left, right } = growth
  const grown = sharp(await png(bytes)).extend({ top, bottom, left, right, extendWith: 'copy' })
  const { data: image, info } = await grown.png().toBuffer({ resolveWithObject: true })
  const inner = (side: number) => (side > 0 ? side + seam : 0)
  const unmasked = plain(
    { width: info.width - inner(left) - inner(right), height: info.height - inner(top) - inner(bottom) },
    '#000',
  )
  const mask = await plain(info, '#fff')
    .composite([{ input: await unmasked.png().toBuffer(), left: inner(left), top: inner(top) }])
    .png()
    .toBuffer()
  return { image, mask: await whiteRepaints(mask) }
}

/**
 * Returns picture and mask in the size that a model draws: right and lower edges are extended until the proportions fit, so that nothing is
 * stretched. `back` crops a painted frame to the picture's own size again.
 */
export async function framed({ image, mask }: { image: Uint8Array; mask: Uint8Array | null }, target: Size) {
  const whole = await png(image)
  const { width = 1, height = 1 } = await sharp(whole).metadata()
  const exact = Math.max(width / target.width, height / target.height)
  // A picture that is slightly too small is extended only, not resampled.
  const scale = exact > 0.88 && exact < 1 ? 1 : exact
  const [right, bottom] = [Math.round(target.width * scale) - width, Math.round(target.height * scale) - height]
  const fit = async (bytes: Buffer, extendWith: 'copy' | 'background') => {
    const extend = { right, bottom, extendWith, background: '#000' }
    return sharp(await sharp(bytes).extend(extend).png().toBuffer())
      .resize({ ...target, fit: 'fill' })
      .png()
      .toBuffer()
  }
  return {
    image: await fit(whole, 'copy'),
    mask: mask && (await whiteRepaints(await fit(await whiteRepaints(mask), 'background'))),
    async back(painted: Uint8Array): Promise<Buffer> {
      const frame = { width: width + right, height: height + bottom }
      const filled = await sharp(painted)
        .resize({ ...frame, fit: 'fill' })
        .toColourspace('srgb')
        .png()
        .toBuffer()
      return sharp(filled).extract({ left: 0, top: 0, width, height }).png().toBuffer()
    },
  }
}

/**
 * Merges the painted picture, within the mask, with the original elsewhere: models re-encode the whole picture, which
 * would drift with each edit. Both must have the same size.
 */
export async function restoreUnmasked(painted: Uint8Array, image: Uint8Array, mask: Uint8Array): Promise<Buffer> {
  const white = sharp(await whiteRepaints(mask))
  const { width = 1, height = 1 } = await white.metadata()
  const [sharpEdge, soft] = await Promise.all([channelOf(white.clone()), channelOf(white.clone().blur(2))])
  // Soft inside the mask's edge, and nothing outside of it.
  const alpha = soft.map((value, n) => (sharpEdge[n] === 0 ? 0 : value))
  const opaque = await sharp(painted).removeAlpha().toColourspace('srgb').png().toBuffer()
  const above = await sharp(opaque)
    .joinChannel(Buffer.from(alpha), { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  const base = await png(image)
  const composed = sharp(base).composite([{ input: above }])
  const { hasAlpha } = await sharp(base).metadata()
  return (hasAlpha ? composed : composed.removeAlpha()).png().toBuffer()
}

const channelOf = (picture: Sharp): Promise<Buffer> => picture.toColourspace('b-w').extractChannel(0).raw().toBuffer()

/** Returns the original picture with the alpha channel of the model's result, so that the colours do not change. */
export async function cutOut(image: Uint8Array, cut: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(cut).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return sharp(await sharp(image, { autoOrient: true }).removeAlpha().toColourspace('srgb').png().toBuffer())
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
