import sharp from 'sharp'
import { blank, type Mask, type Raster } from '../../studio/retouch/raster.ts'
import { type Commissioned, type Retouch, retouch } from '../../studio/retouch/retouch.ts'

/** Pictures whose every pixel is known, to be retouched in tests; and what is measured of the results. */

export type Colour = readonly [number, number, number]

export const painted = (w: number, h: number, colourAt: (x: number, y: number) => Colour): Raster => {
  const picture = blank(w, h)
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) picture.px.set([...colourAt(x, y), 255], 4 * (y * w + x))
  return picture
}

/** Waves of two colours that repeat every 16 pixels: whatever is filled in has a truth. */
export const waves = (w: number, h: number): Raster =>
  painted(w, h, (x, y) => {
    const wave = Math.sin((x * Math.PI) / 8) + Math.sin((y * Math.PI) / 8)
    return [128 + 45 * wave, 110 + 30 * wave, 90 - 20 * wave]
  })

export const inDisc = (x: number, y: number, cx: number, cy: number, r: number): boolean =>
  Math.hypot(x + 0.5 - cx, y + 0.5 - cy) < r

/** A shaded red ball before a blue wall that is darker below. */
export const ball = (side = 128): Raster =>
  painted(side, side, (x, y) => {
    if (!inDisc(x, y, side / 2, side / 2, side / 4)) return [50, 80 - (30 * y) / side, 190 - (60 * y) / side]
    const light = 1 - 0.6 * ((x + y) / (2 * side))
    return [235 * light, 40 * light, 35 * light]
  })

export const maskOf = (w: number, h: number, inside: (x: number, y: number) => boolean): Mask =>
  Uint8Array.from({ length: w * h }, (_, i) => (inside(i % w, Math.floor(i / w)) ? 255 : 0))

export const pngOf = ({ w, h, px }: Raster): Promise<Buffer> =>
  sharp(px, { raw: { width: w, height: h, channels: 4 } })
    .png()
    .toBuffer()

export const maskPng = (mask: Mask, w: number, h: number): Promise<Buffer> =>
  sharp(mask, { raw: { width: w, height: h, channels: 1 } })
    .png()
    .toBuffer()

export const edited = async (picture: Raster, edit: Retouch, more: Partial<Commissioned> = {}): Promise<Raster> => {
  const [first] = await retouch({ picture: await pngOf(picture), edit, seed: 7, ...more })
  if (!first) throw new Error('no picture')
  return first
}

export const erased = async (picture: Raster, mask: Mask): Promise<Raster> =>
  edited(picture, { tool: 'erase', mask: await maskPng(mask, picture.w, picture.h) })

export const touched = async (picture: Raster, mask: Mask, prompt: string): Promise<Raster> =>
  edited(picture, { tool: 'inpaint', prompt, premium: false, mask: await maskPng(mask, picture.w, picture.h) })

/** Mean difference of colours where it is asked for, 0 to 255. */
export const differenceIn = (one: Raster, other: Raster, where: (x: number, y: number) => boolean): number => {
  let sum = 0
  let count = 0
  for (let i = 0; i < one.w * one.h; i++) {
    if (!where(i % one.w, Math.floor(i / one.w))) continue
    for (let c = 0; c < 3; c++, count++)
      sum += Math.abs((one.px[4 * i + c] as number) - (other.px[4 * i + c] as number))
  }
  return count ? sum / count : 0
}

/** How many pixels differ at all where none may. */
export const changedIn = (one: Raster, other: Raster, where: (x: number, y: number) => boolean): number => {
  let changed = 0
  for (let i = 0; i < one.w * one.h; i++) {
    if (!where(i % one.w, Math.floor(i / one.w))) continue
    for (let c = 0; c < 4; c++)
      if (one.px[4 * i + c] !== other.px[4 * i + c]) {
        changed++
        break
      }
  }
  return changed
}

export const meanIn = (picture: Raster, where: (x: number, y: number) => boolean): Colour => {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let i = 0; i < picture.w * picture.h; i++) {
    if (!where(i % picture.w, Math.floor(i / picture.w))) continue
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (picture.px[4 * i + c] as number)
    count++
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}
