import type { Rgb } from '../colour.ts'
import { clamp, smooth } from '../noise.ts'
import type { Stage } from '../stage.ts'
import { luminance, type Pixels } from './grade.ts'

/** How much the picture changes at each pixel: where an inker would draw a line. */
const edges = (px: Pixels, w: number, h: number, reach: number): Float32Array => {
  const force = new Float32Array(w * h)
  const row = w * 4 * reach
  const col = 4 * reach
  for (let y = reach; y < h - reach; y++) {
    for (let x = reach; x < w - reach; x++) {
      const i = 4 * (y * w + x)
      let sum = 0
      for (let c = 0; c < 3; c++) {
        const k = i + c
        const gx = (px[k + col] as number) - (px[k - col] as number)
        const gy = (px[k + row] as number) - (px[k - row] as number)
        sum += gx * gx + gy * gy
      }
      force[y * w + x] = sum
    }
  }
  return force
}

/** Ink: four flat values, dot screens between them, black lines where forms meet, on light paper. */
export const ink = (stage: Stage): void => {
  const { w, h, u, pen } = stage
  const image = pen.getImageData(0, 0, w, h)
  const source = image.data
  const px = new Uint8ClampedArray(source)
  const force = edges(source, w, h, Math.max(1, Math.round(1.9 * u)))
  const cell = 9.5 * u
  const turn = Math.SQRT1_2 / cell
  const levels = 4
  const line: Rgb = [20, 16, 26]
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const p = y * w + x
      const i = 4 * p
      const grey = Math.max(1, luminance(source, i))
      // A dot screen at 45°: 0 in the middle of a dot, 1 between dots.
      const a = (x + y) * turn * Math.PI * 2
      const b = (x - y) * turn * Math.PI * 2
      const screen = 0.5 - 0.25 * (Math.cos(a) + Math.cos(b))
      const scaled = (grey / 255) * levels
      const low = Math.floor(scaled)
      const part = scaled - low
      // Most of each step is flat; only the passage to the next is dotted.
      const raised = smooth(0.3, 0.9, part)
      const step = low + (smooth(screen - 0.09, screen + 0.09, raised * 1.18 - 0.09) || 0)
      const gain = ((step / levels) * 255 + 10) / grey
      const inked = smooth(1300, 3000, force[p] as number)
      for (let c = 0; c < 3; c++) {
        const value = grey + ((source[i + c] as number) - grey) * 1.5
        const flat = clamp(value * (0.35 + 0.65 * gain), 0, 255) * 0.97 + 6
        px[i + c] = flat + ((line[c] as number) - flat) * inked
      }
    }
  }
  image.data.set(px)
  pen.putImageData(image, 0, 0)
}
