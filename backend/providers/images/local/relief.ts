import { mix, type Rgb } from './colour.ts'
import { clamp, smooth } from './noise.ts'
import { type Pen, type Stage, sheet, toneOf } from './stage.ts'

/** How a surface answers light. */
export interface Material {
  /** 0 for chalk to 1 for polished metal: how much of the room it mirrors. */
  metal: number
  /** Strength of the highlight, 0 to 1. */
  gloss: number
  /** 0 opaque to 1 clear glass: bright against its own far side. */
  clear?: number
  /** Light of its own. */
  lamp?: number
}

export const stuffs = {
  metal: { metal: 1, gloss: 0.9 },
  worn: { metal: 0.7, gloss: 0.45 },
  wood: { metal: 0, gloss: 0.16 },
  leather: { metal: 0, gloss: 0.25 },
  stone: { metal: 0, gloss: 0.08 },
  bone: { metal: 0, gloss: 0.2 },
  gem: { metal: 0.35, gloss: 1, clear: 0.6 },
  glass: { metal: 0.15, gloss: 1, clear: 1 },
  wax: { metal: 0, gloss: 0.35, lamp: 0.12 },
  cloth: { metal: 0, gloss: 0.05 },
  skin: { metal: 0, gloss: 0.22 },
  hair: { metal: 0.12, gloss: 0.3 },
} satisfies Record<string, Material>

/** What one pixel of a surface with this normal shows: how light it is (0 to 1) and how strong the highlight is. */
const lightOn = (
  nx: number,
  ny: number,
  nz: number,
  side: number,
  material: Material,
): { light: number; spark: number } => {
  const along = nx * side * 0.62 - ny * 0.56 + nz * 0.55
  const diffuse = clamp(0.16 + 0.84 * Math.max(0, along))
  // A polished thing mirrors the room: bright above, a dark band where table meets wall, warm light from below.
  const up = -ny * 0.72 + nx * side * 0.5
  const room = clamp(
    0.3 +
      0.62 * smooth(0, 0.75, up) -
      0.42 * smooth(0.3, 0, Math.abs(up + 0.12)) +
      0.26 * smooth(0.2, 0.8, -up) +
      0.5 * nz ** 4,
  )
  const half = nx * side * 0.5 - ny * 0.48 + nz * 0.72
  const spark = clamp(half) ** (14 + 40 * material.gloss) * material.gloss
  const base = diffuse + (room - diffuse) * material.metal
  const clearing = material.clear ? smooth(0.2, 1, -nx * side * 0.6 + ny * 0.5) * 0.55 * material.clear : 0
  return { light: clamp(base + clearing + (material.lamp ?? 0)), spark }
}

const far = 1e9

/** Exact Euclidean distance of each inner pixel from the outline (Felzenszwalb and Huttenlocher), one row or column at a time. */
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

/** Puts light on a flat drawing as though it had been cast in relief; its colours are those of the material. */
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
      shadeInto(
        px,
        i,
        tone(light),
        style === 'fantasy-art' ? spark : spark > 0.3 ? 0.85 : 0,
        shadow,
        palette.light,
        shine,
      )
    }
  }
  flat.pen.clearRect(0, 0, full, tall)
  flat.pen.putImageData(image, ox, oy)
  stage.pen.drawImage(flat.canvas, 0, 0)
}

/** From shadow through the thing's own colour to the colour of the light. */
const shadeInto = (
  px: Uint8ClampedArray,
  i: number,
  light: number,
  spark: number,
  shadow: Rgb,
  glow: Rgb,
  shine: Rgb,
): void => {
  for (let c = 0; c < 3; c++) {
    const own = px[i + c] as number
    const dark = own * 0.16 + (shadow[c] as number) * 0.22
    const bright = own + (255 - own) * 0.1 + (((glow[c] as number) * own) / 255 - own) * 0.25 + own * 0.16
    let value = light < 0.6 ? dark + (own - dark) * (light / 0.6) : own + (bright - own) * ((light - 0.6) / 0.4)
    value += ((shine[c] as number) - value) * spark
    px[i + c] = value
  }
}

interface Turned {
  x: number
  /** y of the top and of the foot. */
  top: number
  foot: number
  /** Radius in pixels at t, 0 at the top to 1 at the foot. */
  radius: (t: number) => number
  colour: (t: number, around: number) => Rgb
  material: Material
  alpha?: (t: number, across: number) => number
}

/** A thing turned on a lathe, upright: every pixel's normal follows from its outline. */
export const turn = (stage: Stage, { x, top, foot, radius, colour, material, alpha }: Turned): void => {
  const { style, sun, palette } = stage
  let widest = 1
  for (let i = 0; i <= 64; i++) widest = Math.max(widest, radius(i / 64))
  const ox = Math.floor(x - widest - 2)
  const oy = Math.floor(top)
  const w = Math.ceil(widest * 2 + 4)
  const h = Math.max(2, Math.ceil(foot - top))
  const part = sheet(stage, w, h)
  const image = part.pen.createImageData(w, h)
  const px = image.data
  const tone = toneOf[style]
  const shadow = mix(palette.near, palette.zenith, 0.2)
  const shine: Rgb = mix(palette.light, [255, 255, 255], 0.5)
  for (let row = 0; row < h; row++) {
    const t = row / (h - 1)
    const r = radius(t)
    if (r <= 0.5) continue
    const slope = clamp((radius(Math.min(1, t + 0.012)) - radius(Math.max(0, t - 0.012))) / (0.024 * h), -3, 3)
    const lean = Math.sqrt(1 + slope * slope)
    for (let col = 0; col < w; col++) {
      const across = (ox + col + 0.5 - x) / r
      const edge = r - Math.abs(ox + col + 0.5 - x)
      if (edge <= 0) continue
      const nz = Math.sqrt(Math.max(0, 1 - across * across))
      const { light, spark } = lightOn(across / lean, -slope / lean, nz / lean, sun.side, material)
      const i = 4 * (row * w + col)
      const own = colour(t, Math.asin(clamp(across, -1, 1)))
      px[i] = own[0]
      px[i + 1] = own[1]
      px[i + 2] = own[2]
      shadeInto(
        px,
        i,
        tone(light),
        style === 'fantasy-art' ? spark : spark > 0.3 ? 0.85 : 0,
        shadow,
        palette.light,
        shine,
      )
      px[i + 3] = 255 * Math.min(1, edge) * (alpha ? alpha(t, across) : 1)
    }
  }
  part.pen.putImageData(image, 0, 0)
  stage.pen.drawImage(part.canvas, ox, oy)
}
