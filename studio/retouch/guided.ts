import { blurred, enlarged } from './mask.ts'

interface Plane {
  values: Float32Array
  w: number
  h: number
}

const halved = ({ values, w, h }: Plane): Plane => {
  const half = { values: new Float32Array((w >> 1) * (h >> 1)), w: w >> 1, h: h >> 1 }
  for (let y = 0, to = 0; y < half.h; y++)
    for (let x = 0; x < half.w; x++, to++) {
      const i = 2 * (y * w + x)
      const top = (values[i] as number) + (values[i + 1] as number)
      half.values[to] = (top + (values[i + w] as number) + (values[i + w + 1] as number)) / 4
    }
  return half
}

/** Returns for each pixel the line that fits the field to the guide around it: its slope (`gain`) and intercept (`base`). */
const linesOf = (guide: Float32Array, field: Float32Array, w: number, h: number, radius: number, ease: number) => {
  const mean = (values: Float32Array) => blurred(values, w, h, radius)
  const both = new Float32Array(w * h)
  const square = new Float32Array(w * h)
  for (let i = 0; i < both.length; i++) {
    const g = guide[i] as number
    both[i] = g * (field[i] as number)
    square[i] = g * g
  }
  const [meanGuide, meanField, meanBoth, meanSquare] = [mean(guide), mean(field), mean(both), mean(square)]
  // Reuses the buffers of the products, which are no longer needed.
  const [gain, base] = [both, square]
  for (let i = 0; i < gain.length; i++) {
    const g = meanGuide[i] as number
    const f = meanField[i] as number
    const steep = ((meanBoth[i] as number) - g * f) / ((meanSquare[i] as number) - g * g + ease)
    gain[i] = steep
    base[i] = f - steep * g
  }
  return { gain: mean(gain), base: mean(base) }
}

/** From this radius on, lines are computed at half the size: invisible, and in a quarter of the time (He and Sun, 2015). */
const wide = 4

/**
 * Applies a guided filter (He, Sun and Tang, 2010): smooths `field` but follows the edges of `guide`, both 0 to 1. `ease` is the
 * variance that still counts as flat.
 */
export const guided = (
  guide: Float32Array,
  field: Float32Array,
  w: number,
  h: number,
  radius: number,
  ease: number,
): Float32Array => {
  const isWide = radius >= wide && w > 1 && h > 1
  const small = isWide ? halved({ values: guide, w, h }) : { values: guide, w, h }
  const smallField = isWide ? halved({ values: field, w, h }).values : field
  const lines = linesOf(small.values, smallField, small.w, small.h, isWide ? radius >> 1 : radius, ease)
  const [gain, base] = [lines.gain, lines.base].map((plane) =>
    isWide ? enlarged(plane, small.w, small.h, w, h) : plane,
  ) as [Float32Array, Float32Array]
  for (let i = 0; i < base.length; i++) base[i] = (gain[i] as number) * (guide[i] as number) + (base[i] as number)
  return base
}

/** Projects each pixel onto the line from the mean colour outside (0) to the one inside (1, share over 0.5), limited to -0.5 to 1.5. */
export const across = (planes: readonly Float32Array[], share: Float32Array): Float32Array => {
  const at = new Float32Array(share.length)
  let from = 0
  let length = 0
  for (const plane of planes) {
    const sum = [0, 0] as [number, number]
    const count = [0, 0] as [number, number]
    for (let i = 0; i < plane.length; i++) {
      const side = (share[i] as number) > 0.5 ? 0 : 1
      sum[side] += plane[i] as number
      count[side]++
    }
    const [inside, outside] = [sum[0] / (count[0] || 1), sum[1] / (count[1] || 1)]
    const along = inside - outside
    from += outside * along
    length += along * along
    for (let i = 0; i < at.length; i++) at[i] = (at[i] as number) + (plane[i] as number) * along
  }
  for (let i = 0; i < at.length; i++) at[i] = Math.min(1.5, Math.max(-0.5, ((at[i] as number) - from) / (length || 1)))
  return at
}
