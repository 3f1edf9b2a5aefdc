import { grown, grownBox } from './mask.ts'
import { type Match, reach } from './patch-match.ts'
import { type Box, copyOf, cropMask, type Mask, type Raster } from './raster.ts'
import { spread } from './spread.ts'

/** Width in pixels of the known rim around the hole, which is compared with what the filling would be there. */
const rim = 2
/** Colour step of which half is evened out: smaller steps are changes of light, larger ones edges, whose colour must not bleed. */
const bleeding = 8

const gently = (step: number): number => step / (1 + (step / bleeding) ** 4)

/** Returns the source of each pixel of the view, from the best-fitting patch over it (a mean would lose the grain); -1 for none. */
const originsOf = ({ image: { w, h }, targets, nearest, cost }: Match, view: Box): Int32Array => {
  const from = new Int32Array(view.w * view.h).fill(-1)
  const least = new Float32Array(from.length).fill(Number.POSITIVE_INFINITY)
  for (const at of targets) {
    const x = at % w
    const y = (at - x) / w
    for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, h - 1 - y); dy++)
      for (let dx = Math.max(-reach, -x); dx <= Math.min(reach, w - 1 - x); dx++) {
        const to = (y + dy - view.y) * view.w + x + dx - view.x
        // Patches are most reliable at their middle.
        const away = dx * dx + dy * dy
        const off = (cost[at] as number) * (1 + 0.15 * away) + 0.01 * away
        if (off >= (least[to] as number)) continue
        least[to] = off
        from[to] = (nearest[at] as number) + dy * w + dx
      }
  }
  return from
}

/** Returns corrections to the steps between neighbours from different sources; the right step is the mean of those at both sources. */
const seams = ({ w, h, px }: Raster, from: Int32Array, near: Uint8Array, view: Box): Float32Array => {
  const slope = new Float32Array(near.length * 3)
  for (let i = 0; i < near.length; i++) {
    if (near[i] === 0 || (from[i] as number) < 0) continue
    for (const [step, next, last] of [
      [1, 1, i % view.w === view.w - 1],
      [w, view.w, i >= view.w * (view.h - 1)],
    ] as const) {
      const j = i + next
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

/** Returns the box that the patches of all targets cover. */
const viewOf = ({ image: { w, h }, targets }: Match): Box => {
  let x0 = w
  let x1 = 0
  for (const at of targets) {
    const x = at % w
    if (x < x0) x0 = x
    if (x > x1) x1 = x
  }
  const y0 = Math.floor((targets[0] as number) / w)
  const y1 = Math.floor((targets.at(-1) as number) / w)
  return grownBox({ x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1 }, reach, w, h)
}

/** Copies pixels from their sources, and evens out colour steps between sources and at the rim (Poisson blending). */
export const settle = (match: Match, whole: Mask): Raster => {
  const { image, targets } = match
  if (targets.length === 0) return image
  const { px } = image
  const view = viewOf(match)
  const { w, h } = view
  const hole = cropMask(whole, image.w, view)
  const from = originsOf(match, view)
  const near = grown(hole, w, h, rim)
  const idle = near.map((on, i) => (on === 0 || (from[i] as number) < 0 ? 1 : 0))
  const result = copyOf(image)
  const placeOf = (i: number) => 4 * ((view.y + Math.floor(i / w)) * image.w + view.x + (i % w))
  const values = new Float32Array(w * h * 3)
  const weight = new Float32Array(w * h)
  for (let i = 0; i < near.length; i++) {
    if (hole[i] === 1) continue
    if (near[i] === 1 && (from[i] as number) >= 0) {
      let off = 0
      for (let c = 0; c < 3; c++) {
        const step = (px[placeOf(i) + c] as number) - (px[4 * (from[i] as number) + c] as number)
        values[3 * i + c] = step
        off += step * step
      }
      weight[i] = 1 / (1 + off / bleeding ** 2) ** 2
    } else weight[i] = near[i] === 1 ? 0 : 1e-6
  }
  const correction = spread({ w, h, channels: 3, values, weight, idle, slope: seams(image, from, near, view) }, 6)
  for (let i = 0; i < hole.length; i++) {
    if (hole[i] === 0 || (from[i] as number) < 0) continue
    const source = 4 * (from[i] as number)
    const to = placeOf(i)
    for (let c = 0; c < 3; c++) result.px[to + c] = (px[source + c] as number) + (correction[3 * i + c] as number)
    result.px[to + 3] = px[source + 3] as number
  }
  return result
}
