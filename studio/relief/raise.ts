import { mix, type Rgb } from '../colour.ts'
import { clamp } from '../noise.ts'
import { type Pen, type Stage, sheet, sparkleOf, toneOf } from '../stage.ts'
import { lightOn, type Material, shadeInto } from './material.ts'

const far = 1e9

/** Computes the squared distances within one row or column (Felzenszwalb and Huttenlocher); columns, then rows, give exact ones. */
const transform = (f: Float32Array, n: number, d: Float32Array, v: Int32Array, z: Float32Array): void => {
  let k = 0
  v[0] = 0
  z[0] = -far
  z[1] = far
  for (let q = 1; q < n; q++) {
    let s = 0
    do {
      const r = v[k] as number
      s = ((f[q] as number) + q * q - (f[r] as number) - r * r) / (2 * q - 2 * r)
    } while (s <= (z[k] as number) && --k > -1)
    k++
    v[k] = q
    z[k] = s
    z[k + 1] = far
  }
  k = 0
  for (let q = 0; q < n; q++) {
    while ((z[k + 1] as number) < q) k++
    const r = v[k] as number
    d[q] = (q - r) * (q - r) + (f[r] as number)
  }
}

const distances = (alpha: Uint8ClampedArray, w: number, h: number): Float32Array => {
  const field = new Float32Array(w * h)
  for (let i = 0; i < field.length; i++) field[i] = (alpha[4 * i + 3] as number) > 127 ? far : 0
  const n = Math.max(w, h)
  const f = new Float32Array(n)
  const d = new Float32Array(n)
  const v = new Int32Array(n)
  const z = new Float32Array(n + 1)
  for (let x = 0; x < w; x++) {
    for (let y = 0; y < h; y++) f[y] = field[y * w + x] as number
    transform(f, h, d, v, z)
    for (let y = 0; y < h; y++) field[y * w + x] = d[y] as number
  }
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) f[x] = field[y * w + x] as number
    transform(f, w, d, v, z)
    for (let x = 0; x < w; x++) field[y * w + x] = Math.sqrt(Math.min(d[x] as number, 1e8))
  }
  return field
}

/** A running mean along rows and columns, twice: nearly a Gaussian. */
const soften = (field: Float32Array, w: number, h: number, radius: number): void => {
  if (radius < 1) return
  const line = new Float32Array(Math.max(w, h))
  const pass = (start: number, step: number, n: number) => {
    let sum = 0
    for (let i = -radius; i <= radius; i++) sum += field[start + clamp(i, 0, n - 1) * step] as number
    for (let i = 0; i < n; i++) {
      line[i] = sum / (2 * radius + 1)
      sum +=
        (field[start + Math.min(n - 1, i + radius + 1) * step] as number) -
        (field[start + Math.max(0, i - radius) * step] as number)
    }
    for (let i = 0; i < n; i++) field[start + i * step] = line[i] as number
  }
  for (let round = 0; round < 2; round++) {
    for (let y = 0; y < h; y++) pass(y * w, 1, w)
    for (let x = 0; x < w; x++) pass(x, w, h)
  }
}

interface Relief {
  /** Width of the rounded edge in pixels; beyond it the top is flat. Large values make pillows. */
  bevel: number
  /** `chisel` for blades and cut edges, `round` for everything else. */
  profile?: 'round' | 'chisel'
  material: Material
  /** Pixels over which creases are worn soft. */
  wear?: number
  /** Bumps of the surface, in pixels of height at a pixel. */
  grain?: (x: number, y: number) => number
}

const boxOf = (px: Uint8ClampedArray, w: number, h: number): { x0: number; y0: number; x1: number; y1: number } => {
  let x0 = w
  let y0 = h
  let x1 = -1
  let y1 = -1
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      if ((px[4 * (y * w + x) + 3] as number) === 0) continue
      if (x < x0) x0 = x
      if (x > x1) x1 = x
      if (y < y0) y0 = y
      y1 = y
    }
  }
  return { x0, y0, x1, y1 }
}

/** Draws a shape and shades it as though it were cast in relief. Colours are those of the drawing, reflections those of the material. */
export const raise = (stage: Stage, draw: (pen: Pen) => void, relief: Relief): void => {
  const { w: full, h: tall, sun, style, palette } = stage
  const flat = sheet(stage)
  draw(flat.pen)
  const box = boxOf(flat.pen.getImageData(0, 0, full, tall).data, full, tall)
  if (box.x1 < box.x0) return
  const pad = 3
  const ox = Math.max(0, box.x0 - pad)
  const oy = Math.max(0, box.y0 - pad)
  const w = Math.min(full, box.x1 + pad + 1) - ox
  const h = Math.min(tall, box.y1 + pad + 1) - oy
  const image = flat.pen.getImageData(ox, oy, w, h)
  const px = image.data
  const height = distances(px, w, h)
  const { bevel, material, profile = 'round' } = relief
  for (let i = 0; i < height.length; i++) {
    const t = Math.min(1, (height[i] as number) / bevel)
    height[i] = profile === 'round' ? bevel * 0.75 * Math.sqrt(1 - (1 - t) ** 2) : bevel * 0.62 * t
  }
  soften(height, w, h, Math.round(relief.wear ?? Math.min(6, bevel * 0.12)))
  if (relief.grain)
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) height[y * w + x] = (height[y * w + x] as number) + relief.grain(x + ox, y + oy)
  const tone = toneOf[style]
  const sparkle = sparkleOf[style]
  const shadow = mix(palette.near, palette.zenith, 0.2)
  const shine: Rgb = mix(palette.light, [255, 255, 255], 0.5)
  for (let y = 1; y < h - 1; y++) {
    for (let x = 1; x < w - 1; x++) {
      const p = y * w + x
      const i = 4 * p
      if ((px[i + 3] as number) === 0) continue
      const dx = ((height[p + 1] as number) - (height[p - 1] as number)) * 0.5
      const dy = ((height[p + w] as number) - (height[p - w] as number)) * 0.5
      const length = Math.sqrt(dx * dx + dy * dy + 1)
      const { light, spark } = lightOn(-dx / length, -dy / length, 1 / length, sun.side, material)
      shadeInto(px, i, tone(light), sparkle(spark), shadow, palette.light, shine)
    }
  }
  flat.pen.clearRect(0, 0, full, tall)
  flat.pen.putImageData(image, ox, oy)
  stage.pen.drawImage(flat.canvas, 0, 0)
}
