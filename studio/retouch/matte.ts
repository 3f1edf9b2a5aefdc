import { across, guided } from './guided.ts'
import { labsOf } from './lab.ts'
import { blurred, boxOf, grownBox } from './mask.ts'
import { crop, cropMask, type Mask, type Raster } from './raster.ts'
import { spread } from './spread.ts'

/** Returns a mask of the whole picture whose edge follows the picture's own edge within `band` pixels of a rough one. */
export const refined = (picture: Raster, rough: Float32Array, band: number): Mask => {
  const { w, h } = picture
  const whole = new Uint8Array(w * h)
  for (let i = 0; i < whole.length; i++) whole[i] = Math.round(255 * Math.min(1, Math.max(0, rough[i] as number)))
  const box = boxOf(whole, w, h)
  if (!box) return new Uint8Array(w * h)
  const view = grownBox(box, 4 * band, w, h)
  const share = new Float32Array(cropMask(whole, w, view))
  for (let i = 0; i < share.length; i++) share[i] = (share[i] as number) / 255
  const part = crop(picture, view)
  const labs = labsOf(part)
  const near = blurred(share, view.w, view.h, 2 * band)
  // Pixels far from the edge are set to 0.5, since their colours are no evidence for it.
  const beside = share.map((value, i) => ((near[i] as number) > 0.02 && (near[i] as number) < 0.98 ? value : 0.5))
  const guide = across([labs.l, labs.a, labs.b], beside)
  const soft = guided(guide, share, view.w, view.h, band, 0.004)
  const result = new Uint8Array(w * h)
  for (let y = 0; y < view.h; y++)
    for (let x = 0; x < view.w; x++) {
      const i = y * view.w + x
      const about = near[i] as number
      const value = about < 0.02 ? 0 : about > 0.98 ? 1 : (soft[i] as number)
      const sharp = Math.min(1, Math.max(0, (value - 0.22) / 0.56))
      result[(y + view.y) * w + x + view.x] = Math.round(255 * sharp * sharp * (3 - 2 * sharp))
    }
  return result
}

/** Returns the thing on a transparent background. Colours spread from its inside replace the mixture with the background at its edge. */
export const cutOut = (picture: Raster, mask: Mask): Raster => {
  const { w, h, px } = picture
  const values = new Float32Array(w * h * 3)
  const weight = new Float32Array(w * h)
  const idle = new Uint8Array(w * h)
  let whole = 0
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) idle[i] = 1
    if ((mask[i] as number) < 250) continue
    for (let c = 0; c < 3; c++) values[3 * i + c] = px[4 * i + c] as number
    weight[i] = 1
    whole++
  }
  const colours = spread({ w, h, channels: 3, values, weight, idle }, 1)
  const alone = new Uint8ClampedArray(4 * w * h)
  for (let i = 0; i < mask.length; i++) {
    const share = mask[i] as number
    if (share === 0) continue
    const own = whole ? share / 255 : 1
    for (let c = 0; c < 3; c++)
      alone[4 * i + c] = own * (px[4 * i + c] as number) + (1 - own) * (colours[3 * i + c] as number)
    alone[4 * i + 3] = Math.round((share * (px[4 * i + 3] as number)) / 255)
  }
  return { w, h, px: alone }
}
