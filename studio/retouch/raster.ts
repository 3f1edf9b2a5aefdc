import sharp from 'sharp'

/** A picture as RGBA rows without gaps, a byte each. */
export interface Raster {
  w: number
  h: number
  px: Uint8ClampedArray
}

/** 0 to 255 for each pixel of a picture: what is to change, or how much of a pixel belongs to a thing. */
export type Mask = Uint8Array

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export const blank = (w: number, h: number): Raster => ({ w, h, px: new Uint8ClampedArray(4 * w * h) })
export const copyOf = ({ w, h, px }: Raster): Raster => ({ w, h, px: px.slice() })

/** Reads the pixels of a file. Fully transparent pixels become black, so that all of them are equal. */
export const readRaster = async (bytes: Uint8Array): Promise<Raster> => {
  const { data, info } = await sharp(bytes)
    .rotate()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const px = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  for (let i = 0; i < px.length; i += 4) if (px[i + 3] === 0) px.fill(0, i, i + 3)
  return { w: info.width, h: info.height, px }
}

/** Reads a painted mask, and resizes it to the picture. */
export const readMask = async (bytes: Uint8Array, { w, h }: Raster): Promise<Mask> => {
  const data = await sharp(bytes)
    .flatten({ background: '#000' })
    .resize(w, h, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer()
  const channels = data.length / (w * h)
  const mask = new Uint8Array(w * h)
  for (let i = 0; i < mask.length; i++) mask[i] = data[i * channels] as number
  return mask
}

/** Returns a picture at another size: averaged if smaller, interpolated if larger. */
export const resized = async ({ w, h, px }: Raster, width: number, height: number): Promise<Raster> => {
  const data = await sharp(px, { raw: { width: w, height: h, channels: 4 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { w: width, h: height, px: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}

export const crop = ({ w, px }: Raster, box: Box): Raster => {
  const part = blank(box.w, box.h)
  for (let y = 0; y < box.h; y++) {
    const from = 4 * ((y + box.y) * w + box.x)
    part.px.set(px.subarray(from, from + 4 * box.w), 4 * y * box.w)
  }
  return part
}

export const paste = ({ w, px }: Raster, part: Raster, { x, y }: Pick<Box, 'x' | 'y'>): void => {
  for (let row = 0; row < part.h; row++)
    px.set(part.px.subarray(4 * row * part.w, 4 * (row + 1) * part.w), 4 * ((row + y) * w + x))
}

export const cropMask = (mask: Mask, w: number, box: Box): Mask => {
  const part = new Uint8Array(box.w * box.h)
  for (let y = 0; y < box.h; y++) {
    const from = (y + box.y) * w + box.x
    part.set(mask.subarray(from, from + box.w), y * box.w)
  }
  return part
}
