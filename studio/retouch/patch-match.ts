import type { Random } from '../random.ts'
import type { Raster } from './raster.ts'

/** Patches are squares that extend this many pixels to each side of their middle. */
export const reach = 3

/** Maximum distance across and down between a pixel and its source, in pixels of the current size. */
export interface Drift {
  x: number
  y: number
}

/** Matches of patches: for each of the `targets`, the most similar place of those that may be copied (`source`). */
export interface Match {
  image: Raster
  /** 1 where the whole patch is known. */
  source: Uint8Array
  /** Indices in reading order. */
  targets: Int32Array
  /** By pixel: the index of the most similar source; -1 if the pixel is no target. */
  nearest: Int32Array
  /** By pixel: the mean squared difference of the two patches. */
  cost: Float32Array
  drift: Drift
  /** Compares each row of a patch (1) or every other (2), which is enough where a smaller picture has already found the place. */
  rows: 1 | 2
}

/** Returns the mean squared difference of two patches, infinity from `limit` on. The target's may extend beyond the picture. */
const difference = ({ w, h, px }: Raster, rows: 1 | 2, target: number, from: number, limit: number): number => {
  const tx = target % w
  const ty = (target - tx) / w
  const x0 = Math.max(-reach, -tx)
  const x1 = Math.min(reach, w - 1 - tx)
  const y0 = Math.max(-reach, -ty)
  const y1 = Math.min(reach, h - 1 - ty)
  const n = (x1 - x0 + 1) * ((((y1 - y0) / rows) | 0) + 1)
  const most = limit * n
  let sum = 0
  for (let dy = y0; dy <= y1; dy += rows) {
    let t = 4 * (target + dy * w + x0)
    let s = 4 * (from + dy * w + x0)
    const end = t + 4 * (x1 - x0)
    for (; t <= end; t += 4, s += 4) {
      const r = (px[t] as number) - (px[s] as number)
      const g = (px[t + 1] as number) - (px[s + 1] as number)
      const b = (px[t + 2] as number) - (px[s + 2] as number)
      sum += r * r + g * g + b * b
    }
    if (sum >= most) return Number.POSITIVE_INFINITY
  }
  return sum / n
}

/** Computes the costs of all matches from the current pixels, after these have changed. */
export const measure = (match: Match): void => {
  for (const at of match.targets)
    match.cost[at] = difference(match.image, match.rows, at, match.nearest[at] as number, Number.POSITIVE_INFINITY)
}

/**
 * Improves matches by PatchMatch (Barnes and others, 2009): tries the sources of two neighbours, moved by one pixel, then random
 * places around the best source so far, within a radius that begins at `from` pixels and halves.
 */
export const improve = (match: Match, rounds: number, from: number, next: Random): void => {
  const { image, source, targets, nearest, cost, drift, rows } = match
  const { w, h } = image
  for (let round = 0; round < rounds; round++) {
    const step = round % 2 === 0 ? 1 : -1
    const begin = step === 1 ? 0 : targets.length - 1
    for (let k = begin; k >= 0 && k < targets.length; k += step) {
      const at = targets[k] as number
      let best = nearest[at] as number
      let least = cost[at] as number
      const x = at % w
      const y = (at - x) / w
      const sideways = x - step >= 0 && x - step < w ? at - step : -1
      for (const neighbour of [sideways, at - step * w]) {
        if (neighbour < 0 || neighbour >= nearest.length) continue
        const its = nearest[neighbour] as number
        if (its < 0) continue
        const candidate = its + at - neighbour
        if (candidate === best || source[candidate] !== 1) continue
        if (Math.abs((candidate % w) - x) > drift.x || Math.abs(Math.floor(candidate / w) - y) > drift.y) continue
        const off = difference(image, rows, at, candidate, least)
        if (off < least) {
          least = off
          best = candidate
        }
      }
      for (let radius = from; radius >= 1; radius *= 0.5) {
        const bx = best % w
        const sx = Math.round(bx + (2 * next() - 1) * radius)
        const sy = Math.round((best - bx) / w + (2 * next() - 1) * radius)
        if (sx < 0 || sy < 0 || sx >= w || sy >= h) continue
        if (Math.abs(sx - x) > drift.x || Math.abs(sy - y) > drift.y) continue
        const candidate = sy * w + sx
        if (candidate === best || source[candidate] !== 1) continue
        const off = difference(image, rows, at, candidate, least)
        if (off < least) {
          least = off
          best = candidate
        }
      }
      nearest[at] = best
      cost[at] = least
    }
  }
}
