import type { Rgb } from '../colour.ts'
import { clamp } from '../noise.ts'
import type { Raster } from '../retouch/raster.ts'

/** Values of a picture's pixels, row by row from the top. */
export interface Plane {
  w: number
  h: number
  at: Float32Array
}

const boxBlurred = ({ w, h, at }: Plane, radius: number): Plane => {
  const pass = (from: Float32Array, count: number, length: number, step: number, stride: number) => {
    const to = new Float32Array(from.length)
    for (let line = 0; line < count; line++) {
      const start = line * stride
      let sum = 0
      const value = (i: number) => from[start + Math.min(length - 1, Math.max(0, i)) * step] as number
      for (let i = -radius; i <= radius; i++) sum += value(i)
      for (let i = 0; i < length; i++) {
        to[start + i * step] = sum / (2 * radius + 1)
        sum += value(i + radius + 1) - value(i - radius)
      }
    }
    return to
  }
  return { w, h, at: pass(pass(at, h, w, 1, w), w, h, w, 1) }
}
export const softened = (plane: Plane, radius: number): Plane => boxBlurred(boxBlurred(plane, radius), radius)

/**
 * Returns the approximate distance in pixels from each pixel to the nearest one outside the mask (chamfer distance). Pixels beyond
 * the picture count as inside.
 */
export const depthIn = ({ w, h, at }: Plane): Plane => {
  const far = w + h
  const d = Float32Array.from(at, (share) => (share > 0.5 ? far : 0))
  const relax = (i: number, x: number, y: number, dx: number, dy: number, way: number) => {
    const [px, py] = [x + dx, y + dy]
    if (px < 0 || py < 0 || px >= w || py >= h) return
    d[i] = Math.min(d[i] as number, (d[py * w + px] as number) + way)
  }
  const visit = (x: number, y: number, side: 1 | -1) => {
    const i = y * w + x
    relax(i, x, y, -side, 0, 1)
    relax(i, x, y, 0, -side, 1)
    relax(i, x, y, -side, -side, Math.SQRT2)
    relax(i, x, y, side, -side, Math.SQRT2)
  }
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) visit(x, y, 1)
  for (let y = h - 1; y >= 0; y--) for (let x = w - 1; x >= 0; x--) visit(x, y, -1)
  return { w, h, at: d }
}

/** Returns the bilinearly interpolated value at `x` and `y`, which are shares of the picture, `y` from its lower edge. */
export const valueAt = ({ w, h, at }: Plane, x: number, y: number): number => {
  const [u, v] = [clamp(x) * (w - 1), (1 - clamp(y)) * (h - 1)]
  const [i, j] = [Math.min(w - 2, Math.floor(u)), Math.min(h - 2, Math.floor(v))]
  const [s, t] = [u - i, v - j]
  const value = (a: number, b: number) => at[(j + b) * w + i + a] as number
  return (value(0, 0) * (1 - s) + value(1, 0) * s) * (1 - t) + (value(0, 1) * (1 - s) + value(1, 1) * s) * t
}

export const colourAt = ({ w, h, px }: Raster, x: number, y: number): Rgb => {
  const i = 4 * (Math.round((1 - clamp(y)) * (h - 1)) * w + Math.round(clamp(x) * (w - 1)))
  return [px[i] as number, px[i + 1] as number, px[i + 2] as number]
}
