import type { Random } from '../random.ts'
import { placesWhere } from './mask.ts'
import { type Drift, reach } from './patch-match.ts'
import type { Raster } from './raster.ts'

/** Number of places compared for each pixel (three times as many with a limited drift); more is slower, hardly better. */
const looks = 900

/** Returns 1 for each place whose patch lies wholly in the picture and outside the hole. */
export const sourcesOf = (hole: Uint8Array, w: number, h: number): Uint8Array => {
  const source = new Uint8Array(w * h)
  // Summed-area table: the number of hole pixels in any square takes four look-ups.
  const sums = new Int32Array((w + 1) * (h + 1))
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++)
      sums[(y + 1) * (w + 1) + x + 1] =
        (hole[y * w + x] as number) +
        (sums[y * (w + 1) + x + 1] as number) +
        (sums[(y + 1) * (w + 1) + x] as number) -
        (sums[y * (w + 1) + x] as number)
  for (let y = reach; y < h - reach; y++)
    for (let x = reach; x < w - reach; x++) {
      const top = (y - reach) * (w + 1)
      const bottom = (y + reach + 1) * (w + 1)
      const inside =
        (sums[bottom + x + reach + 1] as number) -
        (sums[bottom + x - reach] as number) -
        (sums[top + x + reach + 1] as number) +
        (sums[top + x - reach] as number)
      if (inside === 0) source[y * w + x] = 1
    }
  return source
}

const ringOf = (open: Uint8Array, w: number, h: number): number[] => {
  const ring: number[] = []
  for (let i = 0; i < open.length; i++) {
    if (open[i] === 0) continue
    const x = i % w
    const edge =
      (x > 0 && open[i - 1] === 0) ||
      (x < w - 1 && open[i + 1] === 0) ||
      (i >= w && open[i - w] === 0) ||
      (i < w * (h - 1) && open[i + w] === 0)
    if (edge) ring.push(i)
  }
  return ring
}

const isTooFar = (at: number, from: number, w: number, { x, y }: Drift): boolean =>
  Math.abs((at % w) - (from % w)) > x || Math.abs(Math.floor(at / w) - Math.floor(from / w)) > y

/** Returns the mean squared difference of two patches over the known pixels of the target. */
const knownDifference = ({ w, h, px }: Raster, open: Uint8Array, at: number, from: number, limit: number): number => {
  const tx = at % w
  const ty = (at - tx) / w
  let sum = 0
  let known = 0
  for (let dy = Math.max(-reach, -ty); dy <= Math.min(reach, h - 1 - ty); dy++)
    for (let dx = Math.max(-reach, -tx); dx <= Math.min(reach, w - 1 - tx); dx++) {
      const step = dy * w + dx
      if (open[at + step] === 1) continue
      known++
      const t = 4 * (at + step)
      const s = 4 * (from + step)
      for (let c = 0; c < 3; c++) sum += ((px[t + c] as number) - (px[s + c] as number)) ** 2
      if (sum > limit * 49) return Number.POSITIVE_INFINITY
    }
  return known ? sum / known : Number.POSITIVE_INFINITY
}

/** Fills a small picture with a first guess: from the rim inwards, each pixel copies the place with the most similar surroundings. */
export const peel = (image: Raster, hole: Uint8Array, source: Uint8Array, drift: Drift, next: Random): void => {
  const open = hole.slice()
  const places = placesWhere(source.length, (i) => source[i] === 1)
  if (places.length === 0) return
  for (let ring = ringOf(open, image.w, image.h); ring.length; ring = ringOf(open, image.w, image.h)) {
    const found = ring.map((at) => {
      let best = places[0] as number
      let least = Number.POSITIVE_INFINITY
      const stride = Math.max(1, places.length / (looks * (Number.isFinite(drift.y) ? 3 : 1)))
      for (let k = next() * stride; k < places.length; k += stride) {
        const from = places[Math.floor(k)] as number
        if (isTooFar(at, from, image.w, drift)) continue
        const off = knownDifference(image, open, at, from, least)
        if (off < least) {
          least = off
          best = from
        }
      }
      return best
    })
    ring.forEach((at, k) => {
      const from = 4 * (found[k] as number)
      image.px.copyWithin(4 * at, from, from + 4)
      open[at] = 0
    })
  }
}
