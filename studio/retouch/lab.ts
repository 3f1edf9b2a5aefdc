import { fromLab, type Rgb, toLab } from '../colour.ts'
import type { Raster } from './raster.ts'

/** Lightness, green to red and blue to yellow of each pixel in OKLab, one plane each. */
export interface Labs {
  w: number
  h: number
  l: Float32Array
  a: Float32Array
  b: Float32Array
}

/** Converts a picture to OKLab. Without the lowest bit of each channel there are far fewer colours than pixels; each is converted once. */
export const labsOf = ({ w, h, px }: Raster): Labs => {
  const labs = { w, h, l: new Float32Array(w * h), a: new Float32Array(w * h), b: new Float32Array(w * h) }
  const known = new Map<number, readonly [number, number, number]>()
  for (let i = 0; i < w * h; i++) {
    const r = (px[4 * i] as number) & 254
    const g = (px[4 * i + 1] as number) & 254
    const b = (px[4 * i + 2] as number) & 254
    const key = (r << 16) | (g << 8) | b
    let lab = known.get(key)
    if (!lab) {
      lab = toLab([r, g, b])
      known.set(key, lab)
    }
    labs.l[i] = lab[0]
    labs.a[i] = lab[1]
    labs.b[i] = lab[2]
  }
  return labs
}

/** Changes the colours of a picture in proportion to a mask. `change` maps the OKLab colour of each pixel to its new one. */
export const recoloured = (
  picture: Raster,
  mask: ArrayLike<number>,
  change: (lab: readonly [number, number, number], i: number) => readonly [number, number, number],
): Raster => {
  const px = picture.px.slice()
  for (let i = 0; i < mask.length; i++) {
    const share = (mask[i] as number) / 255
    if (share <= 0) continue
    const own: Rgb = [px[4 * i] as number, px[4 * i + 1] as number, px[4 * i + 2] as number]
    const now = fromLab(change(toLab(own), i))
    for (let c = 0; c < 3; c++) px[4 * i + c] = (own[c] as number) + share * ((now[c] as number) - (own[c] as number))
  }
  return { ...picture, px }
}

/** Mean OKLab colour of the pixels in a mask, weighted by mask and alpha; null if the mask is empty. Samples every `stride`-th pixel. */
export const meanLab = ({ px }: Raster, mask: ArrayLike<number>, stride = 3): [number, number, number] | null => {
  let total = 0
  const sum: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < mask.length; i += stride) {
    const share = ((mask[i] as number) * (px[4 * i + 3] as number)) / 65_025
    if (share === 0) continue
    const lab = toLab([px[4 * i] as number, px[4 * i + 1] as number, px[4 * i + 2] as number])
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + share * (lab[c] as number)
    total += share
  }
  return total === 0 ? null : [sum[0] / total, sum[1] / total, sum[2] / total]
}
