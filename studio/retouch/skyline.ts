import { type Labs, labsOf } from './lab.ts'
import { blurred } from './mask.ts'
import type { Raster } from './raster.ts'
import { segment, tidied } from './segment.ts'

/** Above it is all sky, below it none; between them the higher the sooner. Shares of the height. */
const surely = { sky: 0.06, land: 0.8 }
/** How far a tower's colour is off the sky around it, beyond what clouds are: in OKLab, and in means of what they are off. */
const stands = { least: 0.03, means: 1.1 }

/** A tower may have a band of the sky's own colour, so many pixels high. */
const leap = 4

/** How far each pixel is off the mean colour of the sky to both sides of it: from top to bottom skies change, from side to side hardly. */
const offSky = ({ w, h, l, a, b }: Labs, sky: Float32Array): Float32Array => {
  const radius = Math.max(6, Math.round(w / 5))
  const off = new Float32Array(w * h)
  const sums = [l, a, b, sky].map(() => new Float64Array(w + 1))
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      const share = sky[i] as number
      for (const [n, value] of [l[i], a[i], b[i], 1].entries())
        (sums[n] as Float64Array)[x + 1] = ((sums[n] as Float64Array)[x] as number) + share * (value as number)
    }
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      const [from, to] = [Math.max(0, x - radius), Math.min(w, x + radius + 1)]
      const [light, green, blue, amount] = sums.map((sum) => (sum[to] as number) - (sum[from] as number)) as [
        number,
        number,
        number,
        number,
      ]
      const near = Math.max(1e-3, amount)
      off[i] = Math.hypot(
        (l[i] as number) - light / near,
        (a[i] as number) - green / near,
        (b[i] as number) - blue / near,
      )
    }
  }
  return off
}

/** What stands up into the sky hangs together with the land and is of another colour; clouds, birds and the moon are sky. */
const withTowers = (sky: Float32Array, labs: Labs): Float32Array => {
  const { w, h } = labs
  const off = offSky(labs, sky)
  const usual = blurred(off, w, h, Math.max(3, Math.round(w / 4)), 2)
  const isLand = (i: number) => (sky[i] as number) <= 0.5
  const isOther = (i: number) => (off[i] as number) > stands.least + stands.means * (usual[i] as number)
  const land = sky.slice()
  const open: number[] = []
  for (let i = 0; i < land.length; i++) if (isLand(i)) open.push(i)
  for (let k = 0; k < open.length; k++) {
    const at = open[k] as number
    const x = at % w
    for (let dy = -leap; dy <= leap; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const to = at + dy * w + dx
        if (x + dx < 0 || x + dx >= w || to < 0 || to >= land.length || (land[to] as number) <= 0.5 || !isOther(to))
          continue
        for (let y = Math.min(0, dy); y <= Math.max(0, dy); y++) land[at + y * w + dx] = 0
        open.push(to)
      }
  }
  return land
}

/** Where a small picture has sky, 0 to 1: by colour and height, without what stands up into it. */
export const skyOf = (picture: Raster, seed: number): Float32Array => {
  const { w, h } = picture
  const labs = labsOf(picture)
  const prior = new Float32Array(w * h).map((_, i) => {
    const down = (Math.floor(i / w) + 0.5) / h
    return down < surely.sky ? 1 : down > surely.land ? 0 : Math.min(0.9, Math.max(0.1, 1.1 - 1.5 * down))
  })
  return withTowers(tidied(segment(labs, prior, seed), w, h, 0.2), labs)
}

/** How large the steps in colour are along a skyline, in the mean, between two columns: much where it is one, little across a plain. */
const stepAlong = ({ w, h, l, a, b }: Labs, sky: Float32Array, from: number, to: number): number => {
  let sum = 0
  let count = 0
  for (let y = 1; y < h - 1; y++)
    for (let x = Math.max(1, from); x < Math.min(w - 1, to); x++) {
      const i = y * w + x
      if ((sky[i] as number) > 0.5 === (sky[i + w] as number) > 0.5) continue
      sum += Math.hypot(...[l, a, b].map((plane) => (plane[i + w] as number) - (plane[i - w] as number)))
      count++
    }
  return count ? sum / count : 0
}

/** The parts of a picture's width at both sides, where nothing but land stands before the sky. */
const sides = 0.18
/** Steps in OKLab from which an edge is one that people see. */
const seen = 0.055

/** Whether a land reaches from side to side below a sky, with an edge between them: a wall behind somebody has none there. */
export const isLandscape = (picture: Raster, sky: Float32Array): boolean => {
  const { w, h } = picture
  const row = (y: number) => sky.subarray(y * w, (y + 1) * w).reduce((sum, value) => sum + value, 0) / w
  if (row(Math.floor(h * 0.04)) < 0.6 || row(Math.floor(h * 0.97)) > 0.05) return false
  const labs = labsOf(picture)
  const width = Math.round(w * sides)
  return Math.min(stepAlong(labs, sky, 0, width), stepAlong(labs, sky, w - width, w)) > seen
}
