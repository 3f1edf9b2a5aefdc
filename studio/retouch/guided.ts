import { blurred } from './mask.ts'

/** A guided filter (He, Sun and Tang, 2010): smooths `field` but follows the edges of `guide`, both 0 to 1. `ease` is the variance that still counts as flat. */
export const guided = (
  guide: Float32Array,
  field: Float32Array,
  w: number,
  h: number,
  radius: number,
  ease: number,
): Float32Array => {
  const mean = (values: Float32Array) => blurred(values, w, h, radius)
  const product = (one: Float32Array, other: Float32Array) => one.map((value, i) => value * (other[i] as number))
  const meanGuide = mean(guide)
  const meanField = mean(field)
  const both = mean(product(guide, field))
  const square = mean(product(guide, guide))
  const gain = both.map((value, i) => {
    const g = meanGuide[i] as number
    return (value - g * (meanField[i] as number)) / ((square[i] as number) - g * g + ease)
  })
  const base = meanField.map((value, i) => value - (gain[i] as number) * (meanGuide[i] as number))
  const meanGain = mean(gain)
  const meanBase = mean(base)
  return guide.map((value, i) => (meanGain[i] as number) * value + (meanBase[i] as number))
}

/** How far each pixel lies along the line between the mean colours of what is in (over a half) and what is out: shows the edge between the two best. 0 to 1. */
export const across = (planes: readonly Float32Array[], share: Float32Array): Float32Array => {
  const means = [true, false].map((inside) =>
    planes.map((plane) => {
      let sum = 0
      let count = 0
      for (let i = 0; i < plane.length; i++)
        if ((share[i] as number) > 0.5 === inside) {
          sum += plane[i] as number
          count++
        }
      return count ? sum / count : 0
    }),
  )
  const along = planes.map((_, k) => ((means[0] as number[])[k] as number) - ((means[1] as number[])[k] as number))
  const from = planes.reduce((sum, _, k) => sum + ((means[1] as number[])[k] as number) * (along[k] as number), 0)
  const length = along.reduce((sum, value) => sum + value * value, 0) || 1
  return share.map((_, i) => {
    const at = planes.reduce((sum, plane, k) => sum + (plane[i] as number) * (along[k] as number), 0)
    return Math.min(1.5, Math.max(-0.5, (at - from) / length))
  })
}
