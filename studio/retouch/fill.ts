import { type Random, random } from '../random.ts'
import { boxOf, grown, grownBox, placesWhere } from './mask.ts'
import { type Drift, improve, type Match, measure, reach } from './patch-match.ts'
import { peel, sourcesOf } from './peel.ts'
import { blank, copyOf, crop, cropMask, type Mask, type Raster } from './raster.ts'
import { settle } from './settle.ts'
import { cropLight, lightAround, type SlowLight, shifted } from './slow-light.ts'
import { spread } from './spread.ts'

interface Level {
  image: Raster
  /** 1 where something is to be filled in. */
  hole: Uint8Array
  /** 1 where the filling will be visible. */
  seen: Uint8Array
  source: Uint8Array
}

/** Minimum number of places to copy from: with fewer, the filling would repeat a single spot. */
const fewest = 40
const smallest = 24
const anywhere: Drift = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY }

/** Halves the size: a pixel is open if at least three of its four are. Its colour is the mean of the known ones, else of all. */
const halved = ({ image: { w, h, px }, hole }: Level): Level => {
  const w2 = w >> 1
  const h2 = h >> 1
  const image = blank(w2, h2)
  const open = new Uint8Array(w2 * h2)
  for (let y = 0; y < h2; y++)
    for (let x = 0; x < w2; x++) {
      const corner = 2 * y * w + 2 * x
      const to = y * w2 + x
      let r = 0
      let g = 0
      let b = 0
      let a = 0
      let known = 0
      for (const every of [false, true]) {
        if (known > 0) break
        for (let i = corner; i <= corner + w + 1; i += i === corner + 1 ? w - 1 : 1) {
          if (hole[i] === 1 && !every) continue
          known++
          r += px[4 * i] as number
          g += px[4 * i + 1] as number
          b += px[4 * i + 2] as number
          a += px[4 * i + 3] as number
        }
        if (!every && known < 2) open[to] = 1
      }
      image.px[4 * to] = r / known
      image.px[4 * to + 1] = g / known
      image.px[4 * to + 2] = b / known
      image.px[4 * to + 3] = a / known
    }
  return { image, hole: open, seen: open, source: sourcesOf(open, w2, h2) }
}

/** Marks the open pixels at half the size of which any part will be visible. */
const halfSeen = ({ image: { w }, seen }: Level, { image, hole }: Level): Uint8Array =>
  hole.map((open, i) => {
    const x = i % image.w
    const corner = ((i - x) / image.w) * 2 * w + 2 * x
    return (
      open &&
      (seen[corner] as number) |
        (seen[corner + 1] as number) |
        (seen[corner + w] as number) |
        (seen[corner + w + 1] as number)
    )
  })

const enough = ({ source }: Level): boolean => source.reduce((sum, on) => sum + on, 0) >= fewest

/** Halves the picture until it is too small, has no hole left, or has too few places to copy from. Full size first. */
const pyramid = (image: Raster, hole: Uint8Array, seen: Uint8Array): Level[] => {
  const levels: Level[] = [{ image, hole, seen, source: sourcesOf(hole, image.w, image.h) }]
  for (;;) {
    const last = levels.at(-1) as Level
    if (Math.min(last.image.w, last.image.h) < 2 * smallest) return levels
    const next = halved(last)
    if (!next.hole.includes(1) || !enough(next)) return levels
    // Smaller levels fill hidden pixels too: it costs little there, and visible pixels at larger sizes derive from them.
    if (levels.length < 3) next.seen = halfSeen(last, next)
    levels.push(next)
  }
}

/** Returns the pixels whose patch reaches into the hole. */
const targetsOf = (hole: Uint8Array, w: number, h: number): Int32Array => {
  const near = grown(hole, w, h, reach)
  return placesWhere(near.length, (i) => near[i] === 1)
}

const tries = 30

/** Returns a random place, within the drift if `tries` attempts find one. */
const anyOf = (places: Int32Array, at: number, w: number, drift: Drift, next: Random): number => {
  let place = 0
  for (let n = 0; n < tries; n++) {
    place = places[Math.floor(next() * places.length)] as number
    const across = Math.abs((place % w) - (at % w))
    const down = Math.abs(Math.floor(place / w) - Math.floor(at / w))
    if (across <= drift.x && down <= drift.y) break
  }
  return place
}

/** Returns the initial matches: those of the smaller picture at twice the coordinates, or else random places. */
const matchOf = (
  { image, seen, source }: Level,
  coarser: Match | undefined,
  { drift, rows }: Pick<Match, 'drift' | 'rows'>,
  next: Random,
): Match => {
  const { w, h } = image
  const targets = targetsOf(seen, w, h)
  const nearest = new Int32Array(w * h).fill(-1)
  const places = placesWhere(source.length, (i) => source[i] === 1)
  for (const at of targets) {
    const x = at % w
    const y = (at - x) / w
    if (coarser) {
      const cw = coarser.image.w
      const its = coarser.nearest[Math.min(coarser.image.h - 1, y >> 1) * cw + Math.min(cw - 1, x >> 1)] as number
      const candidate = (2 * Math.floor(its / cw) + (y & 1)) * w + 2 * (its % cw) + (x & 1)
      if (its >= 0 && source[candidate] === 1) nearest[at] = candidate
    }
    if (nearest[at] === -1) nearest[at] = anyOf(places, at, w, drift, next)
  }
  const match: Match = { image, source, targets, nearest, cost: new Float32Array(w * h), drift, rows }
  measure(match)
  return match
}

/** Sets each open pixel to the mean of the patches over it, weighted by how well they fit. */
const vote = ({ image: { w, h, px }, targets, nearest, cost }: Match, hole: Uint8Array): void => {
  const sum = new Float32Array(w * h * 5)
  const sorted = Float32Array.from(targets, (at) => cost[at] as number).sort()
  const scale = 2 * Math.max(4, sorted[Math.floor(sorted.length * 0.7)] as number)
  for (const at of targets) {
    const x = at % w
    const y = (at - x) / w
    const weight = Math.exp(-(cost[at] as number) / scale) + 1e-6
    for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, h - 1 - y); dy++)
      for (let dx = Math.max(-reach, -x); dx <= Math.min(reach, w - 1 - x); dx++) {
        const to = at + dy * w + dx
        if (hole[to] === 0) continue
        const from = 4 * ((nearest[at] as number) + dy * w + dx)
        for (let c = 0; c < 4; c++) sum[5 * to + c] = (sum[5 * to + c] as number) + weight * (px[from + c] as number)
        sum[5 * to + 4] = (sum[5 * to + 4] as number) + weight
      }
  }
  for (let i = 0; i < hole.length; i++) {
    const weight = sum[5 * i + 4] as number
    if (hole[i] === 0 || weight === 0) continue
    for (let c = 0; c < 4; c++) px[4 * i + c] = (sum[5 * i + c] as number) / weight
  }
}

/** Copies the colours of a smaller picture to the open pixels of a larger one, as the start of its search. */
const carryUp = (from: Level, to: Level): void => {
  const { w, px } = to.image
  for (let i = 0; i < to.hole.length; i++) {
    if (to.hole[i] === 0) continue
    const x = Math.min(from.image.w - 1, (i % w) >> 1)
    const y = Math.min(from.image.h - 1, Math.floor(i / w / 2))
    const at = 4 * (y * from.image.w + x)
    px.set(from.image.px.subarray(at, at + 4), 4 * i)
  }
}

/** Fills the hole with the smoothest surface through the known pixels, for pictures with too little to copy from. */
const fillSmoothly = (image: Raster, hole: Uint8Array): Raster => {
  const field = { w: image.w, h: image.h, channels: 4, values: Float32Array.from(image.px) }
  const values = spread({ ...field, weight: Float32Array.from(hole, (open) => 1 - open) })
  return { ...image, px: Uint8ClampedArray.from(values) }
}

export interface FillOptions {
  seed: number
  /** Receives the share that is done, 0 to 1. */
  progress?: (share: number) => void
  /** Width in pixels of the surroundings from which pixels are copied. */
  around?: number
  /** Maximum distance in pixels between a pixel and its source; no limit within the surroundings if undefined. */
  drift?: Drift
  /** Over half where a later layer hides the filling: such pixels are left out of the search at the largest sizes. */
  hidden?: Mask
  /** The slow light of the whole picture; estimated around the hole if undefined. */
  ground?: SlowLight
}

/**
 * Fills the masked area (over half) with fitting patches of its surroundings, searched from a small version of the picture to the
 * full size. Pixels outside the mask do not change; nor does a picture that is masked completely.
 */
export const fill = (
  picture: Raster,
  mask: Mask,
  { seed, progress, around, drift = anywhere, hidden, ground }: FillOptions,
): Raster => {
  const box = boxOf(mask, picture.w, picture.h)
  if (!box) return picture
  const margin = around ?? Math.max(96, Math.round(0.75 * Math.max(box.w, box.h)))
  const view = grownBox(box, margin, picture.w, picture.h)
  const image = crop(picture, view)
  const hole = cropMask(mask, picture.w, view).map((value) => (value > 127 ? 1 : 0))
  if (!hole.includes(0)) return picture
  const covered = hidden && cropMask(hidden, picture.w, view)
  const seen = covered ? hole.map((open, i) => ((covered[i] as number) > 127 ? 0 : open)) : hole
  const slow = ground ? cropLight(ground, picture.w, view) : lightAround(image, hole)
  const made = filled(slow ? shifted(image, slow, -1) : image, {
    hole,
    seen,
    drift,
    progress,
    next: random(seed, 'fill'),
  })
  const whole = slow ? shifted(made, slow, 1) : made
  const result = copyOf(picture)
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] === 0) continue
    const to = (view.y + Math.floor(i / view.w)) * picture.w + view.x + (i % view.w)
    result.px.set(whole.px.subarray(4 * i, 4 * i + 4), 4 * to)
  }
  return result
}

interface Work {
  hole: Uint8Array
  seen: Uint8Array
  drift: Drift
  next: Random
  progress: ((share: number) => void) | undefined
}

/** Work at one size: rounds of search and vote, passes per search, first radius of random search (pixels), compared rows of a patch. */
interface Effort {
  rounds: number
  passes: number
  far: number
  rows: Match['rows']
}
const coarse: Effort = { rounds: 5, passes: 2, far: 32, rows: 1 }
const efforts: readonly Effort[] = [
  { rounds: 1, passes: 1, far: 2, rows: 2 },
  { rounds: 2, passes: 2, far: 8, rows: 2 },
  { ...coarse, rounds: 4 },
]

const filled = (image: Raster, { hole, seen, drift, next, progress }: Work): Raster => {
  const levels = pyramid(image, hole, seen)
  if (!enough(levels[0] as Level)) return fillSmoothly(image, hole)
  let match: Match | undefined
  for (let n = levels.length - 1; n >= 0; n--) {
    const level = levels[n] as Level
    const coarsest = n === levels.length - 1
    const own = { x: drift.x / 2 ** n, y: drift.y / 2 ** n }
    if (coarsest) peel(level.image, level.hole, level.source, own, next)
    else carryUp(levels[n + 1] as Level, level)
    const { rounds, passes, far, rows }: Effort = coarsest
      ? { ...coarse, rounds: 8, far: Math.max(level.image.w, level.image.h) }
      : (efforts[n] ?? coarse)
    match = matchOf(level, match, { drift: own, rows }, next)
    for (let round = 0; round < rounds; round++) {
      if (round > 0) measure(match)
      improve(match, passes, far, next)
      if (n > 0) vote(match, level.hole)
    }
    progress?.(4 ** -n * 0.9)
  }
  return settle(match as Match, hole)
}
