import sharp from 'sharp'

/**
 * Masks in each convention. Ours is white on black, 8-bit grey without alpha, as large as the picture, which Stability
 * AI, AUTOMATIC1111, LocalAI and ComfyUI's LoadImageMask (red) accept directly. OpenAI, and ComfyUI when it loads a
 * picture, repaint transparent areas. A mask is always a separate file: in the picture's alpha channel it would destroy
 * the pixels below.
 */

/** Converts a mask of any format to one grey channel, without alpha and metadata. Throws if it cannot be decoded. */
export const whiteRepaints = (mask: Uint8Array): Promise<Buffer> =>
  sharp(mask).flatten({ background: '#000' }).toColourspace('b-w').png().toBuffer()

/** Returns a black picture that is transparent where our mask is white. */
export async function transparentRepaints(mask: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(await whiteRepaints(mask))
    .negate()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
