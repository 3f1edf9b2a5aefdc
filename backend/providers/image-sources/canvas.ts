import sharp, { type Sharp } from 'sharp'
import type { Growth } from '#domain/image-edit-tools.ts'
import { whiteRepaints } from './mask.ts'

interface Size {
  width: number
  height: number
}

/** Enough for the two pictures to meet without a step. Pixels. */
const seam = 12

const png = (bytes: Uint8Array) => sharp(bytes, { autoOrient: true }).toColourspace('srgb').png().toBuffer()
const plain = ({ width, height }: Size, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** The picture on a larger canvas, its edge pixels repeated outwards, and the mask of what is new; a seam's width of the old one is repainted with it. */
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
 * Picture and mask in a size that a model draws in: the edges are repeated until the proportions fit, so that nothing is stretched.
 * `back` cuts what was painted out of it again.
 */
export async function framed({ image, mask }: { image: Uint8Array; mask: Uint8Array | null }, target: Size) {
  const whole = await png(image)
  const { width = 1, height = 1 } = await sharp(whole).metadata()
  const exact = Math.max(width / target.width, height / target.height)
  // Some pixels that lack are repeated, and the picture is not resampled for them.
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
  // Soft inside its edge, and nothing beyond it.
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

/** The picture with the transparency of what a model made of it: its colours stay what they were. */
export async function cutOut(image: Uint8Array, cut: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(cut).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return sharp(await sharp(image, { autoOrient: true }).removeAlpha().toColourspace('srgb').png().toBuffer())
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
