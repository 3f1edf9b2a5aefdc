import { hex, mix, type Rgb } from '../../colour.ts'
import { clamp, fbm, smooth } from '../../noise.ts'
import type { Stage } from '../../stage.ts'
import type { Ground, Land } from './land.ts'

const ground = (
  base: string,
  dry: string,
  lush: string,
  path: string,
  water: string,
  leaf: string[],
  rock: string,
): Ground => ({
  base: hex(base),
  dry: hex(dry),
  lush: hex(lush),
  path: hex(path),
  water: hex(water),
  leaf: leaf.map(hex),
  rock: hex(rock),
})

export const grounds = {
  forest: ground(
    '#6d8746',
    '#98935a',
    '#4c6e3a',
    '#b79a6c',
    '#3f7f9a',
    ['#3f6b34', '#4f7d3a', '#35603a', '#5d8a42'],
    '#8a8880',
  ),
  meadow: ground('#86a04c', '#b3a860', '#648a3e', '#c4a878', '#4a90b0', ['#4f8038', '#639444', '#44733a'], '#96938a'),
  autumn: ground(
    '#a08a48',
    '#b88a44',
    '#7f7f40',
    '#b0946a',
    '#4a7f94',
    ['#c8702a', '#b8502a', '#dca03c', '#8f7a34'],
    '#8f887c',
  ),
  snow: ground('#dfe8ee', '#c8d6e0', '#f4f8fa', '#b8b0a4', '#8fc0d8', ['#5f7f70', '#6f8f84', '#a8bcc0'], '#8f98a4'),
  desert: ground('#dcb878', '#c89a5c', '#e6cc92', '#c49a64', '#3f9aa8', ['#7f8f44', '#93994c'], '#b07850'),
  swamp: ground('#6a703c', '#80784a', '#48582f', '#7f6c4a', '#4f6440', ['#4a5c30', '#5c6a38', '#3f4f30'], '#77766a'),
  ash: ground('#55504e', '#6a5f58', '#3c3838', '#7a6c60', '#e8691c', ['#3a3430', '#4a4038'], '#4a4646'),
  jungle: ground(
    '#4f8044',
    '#7f8a4a',
    '#2f6838',
    '#a88a5c',
    '#3f94a0',
    ['#2a7038', '#3f8a40', '#58a048', '#1f5f3a'],
    '#7f8478',
  ),
}

const toned = (stage: Stage, value: number): number =>
  stage.style === 'fantasy-art' ? value : Math.round(value * 4) / 4

/** Paints the bare land: patches of grass, worn paths, banks, shallows, deep water with ripples. */
export const paintGround = (stage: Stage, { look, wetness, onPath, cell }: Land): void => {
  const { w, h, u, pen, style } = stage
  const shape = stage.noise('ground')
  const image = pen.createImageData(w, h)
  const px = image.data
  const lava = look.water === grounds.ash.water
  const bank = mix(look.path, [60, 40, 20], 0.38)
  const shallow = lava ? hex('#ffd060') : mix(look.water, hex('#e8f4e8'), 0.36)
  const deep = lava ? hex('#b0300c') : mix(look.water, hex('#0c1c38'), 0.5)
  // Distances change slowly: they are sampled every `step` pixels, and interpolated in between.
  const step = 4
  const cols = Math.ceil(w / step) + 2
  const wet = new Float32Array(cols * (Math.ceil(h / step) + 2))
  const path = new Float32Array(wet.length)
  for (let i = 0; i < wet.length; i++) {
    const x = (i % cols) * step
    const y = Math.floor(i / cols) * step
    wet[i] = wetness(x, y)
    path[i] = onPath(x, y)
  }
  const between = (table: Float32Array, x: number, y: number): number => {
    const fx = x / step
    const fy = y / step
    const i = Math.floor(fy) * cols + Math.floor(fx)
    const tx = fx - Math.floor(fx)
    const ty = fy - Math.floor(fy)
    const a = (table[i] as number) + ((table[i + 1] as number) - (table[i] as number)) * tx
    const b = (table[i + cols] as number) + ((table[i + cols + 1] as number) - (table[i + cols] as number)) * tx
    return a + (b - a) * ty
  }
  const paintAt = (x: number, y: number): { colour: Rgb; to: Rgb; t: number; gain: number } => {
    const d = between(wet, x, y)
    const ripple = shape(x / (cell * 0.55), y / (cell * 0.55))
    if (d < 0) {
      const t = clamp(-d / (cell * 1.5))
      const foam = d > -cell * 0.13 || (style !== 'fantasy-art' && Math.abs(d + cell * 0.42 + ripple * 3 * u) < 2 * u)
      return foam
        ? { colour: mixFast(shallow, 0.55), to: shallow, t: 0, gain: 1 }
        : { colour: shallow, to: deep, t: toned(stage, t), gain: 1 + 0.1 * ripple + (ripple > 0.42 ? 0.12 : 0) }
    }
    const fine = shape(x / (6 * u), y / (6 * u)) * (style === 'fantasy-art' ? 0.07 : 0.02)
    if (d < cell * 0.2) return { colour: bank, to: look.path, t: d / (cell * 0.2), gain: 0.9 + fine }
    const p = between(path, x, y)
    const patch = fbm(shape, x / (cell * 3), y / (cell * 3) + 11, 4)
    const grass = patch > 0 ? look.lush : look.dry
    const strength = toned(stage, clamp(Math.abs(patch) * 1.7))
    if (p < 0)
      return {
        colour: look.path,
        to: mixFast(look.path, 0.2),
        t: clamp(-p / (cell * 0.6)),
        gain: 0.96 + fine * 1.6 + 0.1 * fbm(shape, x / (20 * u), y / (20 * u), 2),
      }
    const edge = smooth(cell * 0.32, 0, p)
    return {
      colour: edge > 0.02 ? mixLinear(mixLinear(look.base, grass, strength), look.path, edge * 0.7) : look.base,
      to: grass,
      t: edge > 0.02 ? 0 : strength,
      gain: 1 + fine + 0.05 * ripple - 0.1 * smooth(cell * 0.7, cell * 0.2, d),
    }
  }
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const { colour, to, t, gain } = paintAt(x, y)
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++)
        px[i + c] = ((colour[c] as number) + ((to[c] as number) - (colour[c] as number)) * t) * gain
      px[i + 3] = 255
    }
  pen.putImageData(image, 0, 0)
}

const mixLinear = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
const mixFast = (a: Rgb, white: number): Rgb => mixLinear(a, [255, 250, 240], white)
