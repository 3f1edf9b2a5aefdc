import sharp from 'sharp'

/** A flat picture. */
export const flat = (width: number, height: number, background = '#a52'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** The picture, red wherever the vendor whose convention it is would repaint. Throws when the mask is not as large as it. */
export async function repaint(image: Buffer, mask: Buffer, convention: 'white' | 'transparent'): Promise<Buffer> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = sharp(mask)
  const { width, height, hasAlpha } = await read.metadata()
  if (width !== info.width || height !== info.height) throw new Error('the mask is not as large as the picture')
  if (convention === 'transparent' && !hasAlpha) throw new Error('the mask has no alpha')
  if (convention === 'white' && hasAlpha) throw new Error('the mask has alpha, which would count instead')
  const channel = convention === 'white' ? 0 : 3
  const values = await read.toColourspace('srgb').extractChannel(channel).raw().toBuffer()
  for (const [n, value] of values.entries())
    if (convention === 'white' ? value > 128 : value < 128) data.set([255, 0, 0], n * 3)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
}

const corners = ['top left', 'top right', 'bottom left', 'bottom right'] as const
export type Corner = (typeof corners)[number]

/** Our mask of one corner, a third of each side. */
export async function cornerMask(width: number, height: number, corner: Corner): Promise<Buffer> {
  const [down, across] = corner.split(' ')
  const part = { width: Math.round(width / 3), height: Math.round(height / 3) }
  const left = across === 'left' ? 0 : width - part.width
  const top = down === 'top' ? 0 : height - part.height
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: await flat(part.width, part.height, '#fff'), left, top }])
    .toColourspace('b-w')
    .png()
    .toBuffer()
}

/** Which corners are red, looked at a few pixels inwards. */
export async function redCorners(picture: Buffer): Promise<Corner[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = { top: 3, left: 3, bottom: info.height - 4, right: info.width - 4 }
  return corners.filter((corner) => {
    const [down, across] = corner.split(' ') as ['top' | 'bottom', 'left' | 'right']
    const [red = 0, green = 0] = data.subarray((at[down] * info.width + at[across]) * 3)
    return red > 200 && green < 50
  })
}
