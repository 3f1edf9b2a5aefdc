import { type Labs, labsOf } from './lab.ts'
import { blurred } from './mask.ts'
import type { Raster } from './raster.ts'
import { segment, tidied } from './segment.ts'

/** Shares of the height: above the first, all is sky; below the second, none. Between them, sky is likelier the higher it is. */
const surely = { sky: 0.06, land: 0.8 }
/** A tower differs from the sky more than clouds do: by over `least` (OKLab) plus `means` times the mean difference around it. */
const stands = { least: 0.03, means: 1.1 }

/** Height in pixels of a band in a tower that may have the colour of the sky. */
const leap = 4

/** Returns how far each pixel is from the mean sky colour left and right of it: skies change from top to bottom, hardly across. */
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

/** Removes towers and the like from the sky: parts of another colour, connected to the land. Clouds, birds and the moon remain sky. */
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

/** Returns the share of sky in each pixel of a small picture, by colour and height, without towers and the like. */
export const skyOf = (picture: Raster, seed: number): Float32Array => {
  const { w, h } = picture
  const labs = labsOf(picture)
  const prior = new Float32Array(w * h).map((_, i) => {
    const down = (Math.floor(i / w) + 0.5) / h
    return down < surely.sky ? 1 : down > surely.land ? 0 : Math.min(0.9, Math.max(0.1, 1.1 - 1.5 * down))
  })
  return withTowers(tidied(segment(labs, prior, seed), w, h, 0.2), labs)
}

/** Returns the mean colour step across the skyline between two columns: large at a real skyline, small on a plain surface. */
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

/** Share of the width at each side in which the skyline is measured: usually only land is in front of the sky there. */
const sides = 0.18
/** Step in OKLab above which an edge is visible. */
const seen = 0.055

/** Returns whether land reaches from side to side below a sky with a visible edge; a wall behind a person has no such edge. */
export const isLandscape = (picture: Raster, sky: Float32Array): boolean => {
  const { w, h } = picture
  const row = (y: number) => sky.subarray(y * w, (y + 1) * w).reduce((sum, value) => sum + value, 0) / w
  if (row(Math.floor(h * 0.04)) < 0.6 || row(Math.floor(h * 0.97)) > 0.05) return false
  const labs = labsOf(picture)
  const width = Math.round(w * sides)
  return Math.min(stepAlong(labs, sky, 0, width), stepAlong(labs, sky, w - width, w)) > seen
}
