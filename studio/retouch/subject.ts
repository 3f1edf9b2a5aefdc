import { random } from '../random.ts'
import { labsOf } from './lab.ts'
import { blurred } from './mask.ts'
import { mixtureOf, offFrom, planesOf } from './mixture.ts'
import { type Raster, resized } from './raster.ts'
import { segment, tidied } from './segment.ts'

/** Longer side in pixels at which things are searched; edges are refined at the full size afterwards. */
export const searchSide = 384

export const smaller = async (picture: Raster): Promise<Raster> => {
  const scale = Math.min(1, searchSide / Math.max(picture.w, picture.h))
  if (scale === 1) return picture
  return resized(picture, Math.max(1, Math.round(picture.w * scale)), Math.max(1, Math.round(picture.h * scale)))
}

/** Range of differences in OKLab below which a picture has no salient subject. */
const plain = 0.1

/** Returns how much each pixel of a small picture differs from its rim, 0 to 1; all 0 if nothing differs enough. */
const salience = (picture: Raster, seed: number): Float32Array => {
  const { w, h } = picture
  const planes = planesOf(labsOf(picture))
  const margin = Math.max(1, Math.round(Math.min(w, h) * 0.06))
  const rim = new Float32Array(w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      // Portraits reach down to the lower edge; only the corners there are background.
      const low = y >= h - margin && (x < w * 0.12 || x > w * 0.88)
      const side = (x < margin || x >= w - margin) && y < h * 0.8
      if (y < margin || side || low) rim[y * w + x] = 1
    }
  const ground = mixtureOf(planes, rim, random(seed, 'rim'))
  const strange = Float32Array.from({ length: w * h }, (_, i) => offFrom(planes, ground, i))
  const calm = blurred(strange, w, h, Math.max(1, Math.round(Math.min(w, h) / 60)), 2)
  const sorted = calm.slice().sort()
  const from = sorted[Math.floor(sorted.length * 0.2)] as number
  const to = sorted[Math.floor(sorted.length * 0.97)] as number
  // Even in a uniform picture, position alone yields a range of about 0.1: below it, nothing is salient.
  if (to - from < plain) return new Float32Array(w * h)
  return calm.map((value) => Math.min(1, Math.max(0, (value - from) / (to - from))))
}

/** Returns the value, 0 to 1, that best separates a field into two classes (Otsu, 1979). */
const threshold = (field: Float32Array): number => {
  const bins = new Float64Array(64)
  for (const value of field)
    bins[Math.min(63, Math.floor(value * 64))] = (bins[Math.min(63, Math.floor(value * 64))] as number) + 1
  const total = bins.reduce((sum, count, bin) => sum + count * bin, 0)
  let best = 0
  let most = -1
  let below = 0
  let sum = 0
  bins.forEach((count, bin) => {
    below += count
    sum += count * bin
    const above = field.length - below
    if (below === 0 || above === 0) return
    const between = below * above * (sum / below - (total - sum) / above) ** 2
    if (between <= most) return
    most = between
    best = bin + 1
  })
  return best / 64
}

/** Returns the main subject of a small picture, 0 to 1 for each pixel: salient parts, preferably near the middle. */
export const subjectOf = (picture: Raster, seed: number): Float32Array => {
  const { w, h } = picture
  const salient = salience(picture, seed)
  const least = threshold(salient)
  const prior = salient.map((value, i) => {
    const x = ((i % w) + 0.5) / w - 0.5
    const y = (Math.floor(i / w) + 0.5) / h - 0.55
    const middle = Math.exp(-(x * x) / 0.12 - (y * y) / 0.2)
    return Math.min(0.95, Math.max(0.05, 0.5 + 1.6 * (value - least) + 0.5 * (middle - 0.6)))
  })
  if (!salient.some((value) => value > 0)) return salient
  for (let x = 0; x < w; x++) prior[x] = 0
  for (let y = 0; y < h * 0.7; y++) {
    prior[y * w] = 0
    prior[y * w + w - 1] = 0
  }
  return tidied(segment(labsOf(picture), prior, seed), w, h)
}
