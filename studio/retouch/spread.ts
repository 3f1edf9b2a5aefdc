import { placesWhere } from './mask.ts'

/** Values at some places of a plane, `channels` for each place. `weight` is their certainty: 0 for unknown, 1 for known. */
export interface Field {
  w: number
  h: number
  channels: number
  values: Float32Array
  weight: Float32Array
  /** Required sum of (neighbour - place) over the four neighbours of a place; 0 everywhere (a membrane) if undefined. */
  slope?: Float32Array
  /** 1 where no value is needed: none is computed there, and neighbours do not take it into account. */
  idle?: Uint8Array
}

/** Returns the next level of the pyramid: weighted means of the values, sums of the slopes. */
const half = ({ w, h, channels, values, weight, slope }: Field): Field => {
  const w2 = (w + 1) >> 1
  const h2 = (h + 1) >> 1
  const size = w2 * h2
  const small: Field = {
    w: w2,
    h: h2,
    channels,
    values: new Float32Array(size * channels),
    weight: new Float32Array(size),
  }
  if (slope) small.slope = new Float32Array(size * channels)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      const to = (y >> 1) * w2 + (x >> 1)
      const known = weight[i] as number
      small.weight[to] = (small.weight[to] as number) + known
      for (let c = 0; c < channels; c++) {
        const t = to * channels + c
        small.values[t] = (small.values[t] as number) + known * (values[i * channels + c] as number)
        if (slope && small.slope) small.slope[t] = (small.slope[t] as number) + (slope[i * channels + c] as number)
      }
    }
  for (let i = 0; i < size; i++) {
    const known = small.weight[i] as number
    if (known === 0) continue
    for (let c = 0; c < channels; c++)
      small.values[i * channels + c] = (small.values[i * channels + c] as number) / known
    small.weight[i] = Math.min(1, known)
  }
  return small
}

/** Runs Gauss-Seidel iterations over the places that are not fully known. */
const relax = ({ w, h, channels, values, weight, slope, idle }: Field, open: Int32Array, rounds: number): void => {
  const beside = (i: number, neighbour: number, isThere: boolean) =>
    channels * (isThere && idle?.[neighbour] !== 1 ? neighbour : i)
  for (let round = 0; round < rounds; round++)
    for (const i of open) {
      const x = i % w
      const left = beside(i, i - 1, x > 0)
      const right = beside(i, i + 1, x < w - 1)
      const up = beside(i, i - w, i >= w)
      const down = beside(i, i + w, i < w * (h - 1))
      const known = weight[i] as number
      for (let c = 0; c < channels; c++) {
        const at = i * channels + c
        const sum =
          (values[left + c] as number) +
          (values[right + c] as number) +
          (values[up + c] as number) +
          (values[down + c] as number)
        const mean = (sum - (slope ? (slope[at] as number) : 0)) / 4
        values[at] = (values[at] as number) + (1 - known) * (mean - (values[at] as number))
      }
    }
}

/** Sets a place to the interpolated value of the smaller plane; partly known places retain that share of their own value. */
const lift = ({ w, channels, values, weight }: Field, small: Field, i: number): void => {
  const x = i % w
  const y = (i - x) / w
  const known = weight[i] as number
  const sx = Math.min(small.w - 1, Math.max(0, x / 2 - 0.25))
  const sy = Math.min(small.h - 1, Math.max(0, y / 2 - 0.25))
  const x0 = Math.floor(sx)
  const y0 = Math.floor(sy)
  const x1 = Math.min(small.w - 1, x0 + 1)
  const y1 = Math.min(small.h - 1, y0 + 1)
  const fx = sx - x0
  const fy = sy - y0
  for (let c = 0; c < channels; c++) {
    const top =
      (small.values[(y0 * small.w + x0) * channels + c] as number) * (1 - fx) +
      (small.values[(y0 * small.w + x1) * channels + c] as number) * fx
    const bottom =
      (small.values[(y1 * small.w + x0) * channels + c] as number) * (1 - fx) +
      (small.values[(y1 * small.w + x1) * channels + c] as number) * fx
    const at = i * channels + c
    values[at] = known * (values[at] as number) + (1 - known) * (top * (1 - fy) + bottom * fy)
  }
}

/** Fills unknown places with the smoothest surface through the known ones, by a pyramid. Changes and returns `values`. */
export const spread = (field: Field, rounds = 3): Float32Array => {
  const { w, h, values, weight, idle } = field
  if (w <= 1 && h <= 1) return values
  const open = placesWhere(weight.length, (i) => (weight[i] as number) < 1 && idle?.[i] !== 1)
  if (open.length === 0) return values
  const small = half(field)
  spread(small, rounds)
  for (const i of open) lift(field, small, i)
  relax(field, open, rounds)
  return values
}
