import { smooth } from '../noise.ts'
import { blurred, enlarged, grown } from './mask.ts'
import { type Box, blank, type Mask, type Raster } from './raster.ts'
import { spread } from './spread.ts'

/**
 * The slow change of light over a picture (a sky, a wall, a vignette): the deviation of each pixel from the mean, a plane per
 * channel. Once it is subtracted, patches fit regardless of the part of the picture that they are from.
 */
export type SlowLight = readonly [Float32Array, Float32Array, Float32Array]

/** Subtracts a slow light from a picture (-1), or adds it again (1). */
export const shifted = ({ w, h, px }: Raster, light: SlowLight, sign: 1 | -1): Raster => {
  const to = blank(w, h)
  for (let i = 0; i < w * h; i++) {
    for (let c = 0; c < 3; c++)
      to.px[4 * i + c] = (px[4 * i + c] as number) + sign * ((light[c] as Float32Array)[i] as number)
    to.px[4 * i + 3] = px[4 * i + 3] as number
  }
  return to
}

const planes = (make: (c: number) => Float32Array): SlowLight => [make(0), make(1), make(2)]

export const cropLight = (light: SlowLight, w: number, box: Box): SlowLight =>
  planes((c) => {
    const plane = light[c] as Float32Array
    const part = new Float32Array(box.w * box.h)
    for (let y = 0; y < box.h; y++) {
      const from = (y + box.y) * w + box.x
      part.set(plane.subarray(from, from + box.w), y * box.w)
    }
    return part
  })

/** Side in pixels of the cells in which slow light is measured, and the blur radius in cells that makes it slow. */
const cell = 8
const slow = 5
/** Deviation of cells from the slow light, in steps of 255, up to which it applies fully, and from which not at all. */
const plain = 5
const busy = 11

/** Returns the mean colour of each cell's known pixels, with weight 1 if more than a quarter are known. */
const cellsOf = ({ w, h, px }: Raster, hole: Mask) => {
  const cw = Math.ceil(w / cell)
  const ch = Math.ceil(h / cell)
  const values = new Float32Array(cw * ch * 3)
  const weight = new Float32Array(cw * ch)
  for (let i = 0; i < w * h; i++) {
    if (hole[i] === 1) continue
    const at = Math.floor(Math.floor(i / w) / cell) * cw + Math.floor((i % w) / cell)
    weight[at] = (weight[at] as number) + 1
    for (let c = 0; c < 3; c++) values[3 * at + c] = (values[3 * at + c] as number) + (px[4 * i + c] as number)
  }
  for (let at = 0; at < weight.length; at++) {
    const known = weight[at] as number
    for (let c = 0; c < 3 && known > 0; c++) values[3 * at + c] = (values[3 * at + c] as number) / known
    weight[at] = known > (cell * cell) / 4 ? 1 : 0
  }
  return { w: cw, h: ch, channels: 3, values, weight }
}

/** Returns the slow light around a hole, weakened where the surroundings deviate from it; null if they deviate too much. */
export const lightAround = (image: Raster, hole: Mask): SlowLight | null => {
  const { w, h } = image
  const field = cellsOf(image, hole)
  const known = field.weight.slice()
  const cells = field.values.slice()
  if (!known.includes(1)) return null
  const surface = spread(field, 8)
  const means = planes((c) =>
    blurred(
      known.map((_, at) => surface[3 * at + c] as number),
      ...([field.w, field.h, slow, 2] as const),
    ),
  )
  const near = grown(
    Uint8Array.from(known, (on) => 1 - on),
    field.w,
    field.h,
    4,
  )
  let stray = 0
  let looks = 0
  for (let at = 0; at < known.length; at++) {
    if (near[at] === 0 || known[at] === 0) continue
    for (const [c, plane] of means.entries()) stray += ((cells[3 * at + c] as number) - (plane[at] as number)) ** 2
    looks += 3
  }
  const amount = 1 - smooth(plain, busy, Math.sqrt(stray / Math.max(1, looks)))
  if (amount === 0) return null
  const [cw, ch] = [field.w * cell, field.h * cell]
  return planes((c) => {
    const plane = means[c] as Float32Array
    const mean = plane.reduce((sum, value) => sum + value, 0) / plane.length
    const large = enlarged(
      plane.map((value) => amount * (value - mean)),
      field.w,
      field.h,
      cw,
      ch,
    )
    const whole = new Float32Array(w * h)
    for (let y = 0; y < h; y++) whole.set(large.subarray(y * cw, y * cw + w), y * w)
    return whole
  })
}

const medianOf = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Returns how the light changes from side to side (`across`) or from top to bottom: the deviation of pixels from the mean of
 * their row (or column), as the smoothed median over all rows (or columns). `inner` is the known part of a picture that is to
 * grow; beyond its edge the light remains the same.
 */
export const lightAlong = ({ w, h, px }: Raster, inner: Box, across: boolean): SlowLight =>
  planes((c) => {
    const length = across ? inner.w : inner.h
    const lines = Array.from({ length: Math.ceil((across ? inner.h : inner.w) / 3) }, (_, k) => {
      const line = Float32Array.from({ length }, (_, at) => {
        const x = inner.x + (across ? at : 3 * k)
        const y = inner.y + (across ? 3 * k : at)
        return px[4 * (y * w + x) + c] as number
      })
      const mean = line.reduce((sum, value) => sum + value, 0) / length
      return line.map((value) => value - mean)
    })
    const medians = Float32Array.from({ length }, (_, at) => medianOf(lines.map((line) => line[at] as number)))
    const profile = blurred(medians, length, 1, Math.max(2, Math.round(length / 50)), 2)
    const whole = new Float32Array(w * h)
    for (let i = 0; i < whole.length; i++) {
      const at = across ? (i % w) - inner.x : Math.floor(i / w) - inner.y
      whole[i] = profile[Math.min(length - 1, Math.max(0, at))] as number
    }
    return whole
  })
