import sharp, { type Metadata } from 'sharp'
import { Rejection } from '#domain/decider.ts'
import { ImageRejected } from './picture-rejected.ts'
import { isAnimated, pictureType } from './picture-type.ts'

const broken = (cause?: unknown) =>
  new ImageRejected('picture_broken', 'This mask is damaged and cannot be read. Please paint it again.', { cause })

/**
 * Validates an uploaded mask without trusting its metadata: a PNG as large as its picture, judged by its header before
 * a pixel is decoded, then re-encoded in 8-bit grey. Unpainted areas may be transparent. Throws `ImageRejected`, or
 * `Rejection` if it is empty or of another size.
 */
export async function takeMask(upload: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  if (pictureType(upload) !== 'image/png' || isAnimated(upload))
    throw new ImageRejected('picture_type', 'A mask must be a PNG.')
  const { width, height } = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown): Metadata => {
      throw broken(error)
    })
  if (width !== size.width || height !== size.height) throw new Rejection('mask_dimensions')
  const grey = await sharp(upload, { failOn: 'error', sequentialRead: true })
    .flatten({ background: '#000' })
    .toColourspace('b-w')
    .extractChannel(0)
    .timeout({ seconds: 20 })
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch((error: unknown) => {
      throw broken(error)
    })
  if (grey.every((value) => value === 0)) throw new Rejection('mask_missing')
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}
