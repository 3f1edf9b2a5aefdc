import { fromLab, type Lab, toLab } from '../colour.ts'
import { type Axis, lookOf } from '../look.ts'
import { clamp } from '../noise.ts'
import { type Reference, swatchSide } from '../reference.ts'
import { type Stage, sheet } from '../stage.ts'

/** Gives the drawing the look of the reference: its light and shade in broad patches, then its lightness, contrast and hues. */
export const lean = (stage: Stage, reference: Reference): void => {
  const { w, h, pen, canvas } = stage
  const { strength, look: to, shade } = reference
  const small = sheet(stage, 48, 48)
  small.pen.drawImage(canvas, 0, 0, 48, 48)
  const px = small.pen.getImageData(0, 0, 48, 48).data
  const from = lookOf(
    Array.from({ length: 48 * 48 }, (_, i) =>
      toLab([px[4 * i] as number, px[4 * i + 1] as number, px[4 * i + 2] as number]),
    ),
  )
  const gain = from.map((axis, c) => clamp(((to[c] as Axis).spread + 0.004) / (axis.spread + 0.004), 0, c ? 2.2 : 1.5))
  const soft = (x: number, y: number): number => {
    const fx = clamp((x / w) * swatchSide - 0.5, 0, swatchSide - 1.001)
    const fy = clamp((y / h) * swatchSide - 0.5, 0, swatchSide - 1.001)
    const i = Math.floor(fy) * swatchSide + Math.floor(fx)
    const [dx, dy] = [fx % 1, fy % 1]
    const top = (shade[i] as number) * (1 - dx) + (shade[i + 1] as number) * dx
    const low = (shade[i + swatchSide] as number) * (1 - dx) + (shade[i + swatchSide + 1] as number) * dx
    return top * (1 - dy) + low * dy
  }
  // Every colour of a coarse cube is carried over once, not every pixel.
  const side = 33
  const cube = new Float32Array(side ** 3 * 3)
  for (let n = 0; n < side ** 3; n++) {
    const own = toLab([(n % side) * 8, (Math.floor(n / side) % side) * 8, Math.floor(n / side / side) * 8])
    const carried = own.map((value, c) => {
      const there = (to[c] as Axis).mean + (value - (from[c] as Axis).mean) * (gain[c] as number)
      return value + (there - value) * strength * 0.92
    }) as unknown as Lab
    cube.set(fromLab(carried), 3 * n)
  }
  const image = pen.getImageData(0, 0, w, h)
  const out = image.data
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const i = 4 * (y * w + x)
      const lit = 1 + (soft(x, y) - to[0].mean) * 0.7 * strength
      const [r, g, b] = [(out[i] as number) * lit, (out[i + 1] as number) * lit, (out[i + 2] as number) * lit]
      const cell = (v: number) => Math.min(side - 2, Math.max(0, v / 8)) | 0
      const n = 3 * (cell(r) + side * (cell(g) + side * cell(b)))
      // Interpolates along each axis from the lowest corner of the colour's cell: exact enough for so smooth a change.
      for (let c = 0; c < 3; c++) {
        const base = cube[n + c] as number
        out[i + c] =
          base +
          ((cube[n + 3 + c] as number) - base) * (Math.min(255, r) / 8 - cell(r)) +
          ((cube[n + 3 * side + c] as number) - base) * (Math.min(255, g) / 8 - cell(g)) +
          ((cube[n + 3 * side * side + c] as number) - base) * (Math.min(255, b) / 8 - cell(b))
      }
    }
  pen.putImageData(image, 0, 0)
}
