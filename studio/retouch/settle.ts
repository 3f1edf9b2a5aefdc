import { type Match, reach } from './patch-match.ts'
import { copyOf, type Mask, type Raster } from './raster.ts'
import { spread } from './spread.ts'

/** How many known pixels around the hole are compared with what would have been filled in there. */
const rim = 2
/** Half of a step in colour as large as this is evened out: a smaller one is another light, a larger one the edge of something, whose colour must not bleed. */
const bleeding = 8

const gently = (step: number): number => step / (1 + (step / bleeding) ** 4)

/** For each pixel the one that it is copied from: of the patch over it that fits best, so that grain stays grain. -1 for none. */
const originsOf = ({ image: { w, h }, targets, nearest, cost }: Match): Int32Array => {
  const from = new Int32Array(w * h).fill(-1)
  const least = new Float32Array(w * h).fill(Number.POSITIVE_INFINITY)
  for (const at of targets) {
    const x = at % w
    const y = (at - x) / w
    for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, h - 1 - y); dy++)
      for (let dx = Math.max(-reach, -x); dx <= Math.min(reach, w - 1 - x); dx++) {
        const to = at + dy * w + dx
        // A patch speaks best of its middle.
        const off = (cost[at] as number) * (1 + 0.15 * (dx * dx + dy * dy)) + 0.01 * (dx * dx + dy * dy)
        if (off >= (least[to] as number)) continue
        least[to] = off
        from[to] = (nearest[at] as number) + dy * w + dx
      }
  }
  return from
}

const around = (hole: Mask, w: number, h: number): Uint8Array => {
  const near = new Uint8Array(w * h)
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] === 0) continue
    const x = i % w
    const y = (i - x) / w
    for (let yy = Math.max(0, y - rim); yy <= Math.min(h - 1, y + rim); yy++)
      near.fill(1, yy * w + Math.max(0, x - rim), yy * w + Math.min(w - 1, x + rim) + 1)
  }
  return near
}

/** Where two neighbours come from different places: how much more the step between them should be, by what each knew beside it. */
const seams = ({ w, h, px }: Raster, from: Int32Array, near: Uint8Array): Float32Array => {
  const slope = new Float32Array(w * h * 3)
  for (let i = 0; i < near.length; i++) {
    if (near[i] === 0 || (from[i] as number) < 0) continue
    for (const [step, last] of [
      [1, i % w === w - 1],
      [w, i >= w * (h - 1)],
    ] as const) {
      const j = i + step
      if (last || near[j] === 0 || (from[j] as number) < 0 || from[j] === (from[i] as number) + step) continue
      const one = from[i] as number
      const other = from[j] as number
      for (let c = 0; c < 3; c++) {
        const after = (px[4 * Math.min(w * h - 1, one + step) + c] as number) - (px[4 * one + c] as number)
        const before = (px[4 * other + c] as number) - (px[4 * Math.max(0, other - step) + c] as number)
        const wanted = gently((after + before) / 2 - ((px[4 * other + c] as number) - (px[4 * one + c] as number)))
        slope[3 * i + c] = (slope[3 * i + c] as number) + wanted
        slope[3 * j + c] = (slope[3 * j + c] as number) - wanted
      }
    }
  }
  return slope
}

/** The last step: pixels are copied, and the steps in colour between those of different places, and at the rim, are evened out over the inside: Poisson blending. */
export const settle = (match: Match, hole: Mask): Raster => {
  const { image } = match
  const { w, h, px } = image
  const from = originsOf(match)
  const near = around(hole, w, h)
  const values = new Float32Array(w * h * 3)
  const weight = new Float32Array(w * h).fill(1)
  for (let i = 0; i < near.length; i++) {
    if (hole[i] === 1) weight[i] = 0
    else if (near[i] === 1 && (from[i] as number) >= 0) {
      let off = 0
      for (let c = 0; c < 3; c++) {
        const step = (px[4 * i + c] as number) - (px[4 * (from[i] as number) + c] as number)
        values[3 * i + c] = step
        off += step * step
      }
      weight[i] = 1 / (1 + off / bleeding ** 2) ** 2
    } else weight[i] = near[i] === 1 ? 0 : 1e-6
  }
  const correction = spread({ w, h, channels: 3, values, weight, slope: seams(image, from, near) }, 6)
  const result = copyOf(image)
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] === 0 || (from[i] as number) < 0) continue
    const source = 4 * (from[i] as number)
    for (let c = 0; c < 3; c++) result.px[4 * i + c] = (px[source + c] as number) + (correction[3 * i + c] as number)
    result.px[4 * i + 3] = px[source + 3] as number
  }
  return result
}
