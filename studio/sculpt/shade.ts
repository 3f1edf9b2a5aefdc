import { mix, type Rgb, shift } from '../colour.ts'
import { clamp, type Noise, smooth } from '../noise.ts'
import type { Stage, Style } from '../stage.ts'
import type { Point } from './mesh.ts'
import type { Layers } from './raster.ts'
import type { Part } from './sculpture.ts'
import { hollows, shadowOf } from './shadow.ts'

export interface Lighting {
  /** Direction to the main light, of any length. */
  from: Point
  colour: Rgb
  /** Colours of the light that fills the shadows: from the sky above, and reflected by the ground below. */
  sky: Rgb
  ground: Rgb
  /** A second light from behind, along the edges. */
  rim: Rgb
  rimSide: number
  /** 0 for soft and open to 1 for hard and dark. */
  drama: number
}

/** Returns a sum of steps with soft transitions, so that the borders between tones are not jagged. */
const steps = (value: number, soft: number, stops: readonly (readonly [number, number])[]): number =>
  stops.reduce((sum, [at, rise]) => sum + rise * smooth(at - soft, at + soft, value), 0)

const tones: Record<Style, (light: number) => number> = {
  'fantasy-art': (light) => light,
  'digital-art': (light) =>
    0.1 +
    steps(light, 0.055, [
      [0.18, 0.26],
      [0.44, 0.3],
      [0.74, 0.26],
    ]) +
    0.12 * (light - 0.4),
  'comic-book': (light) =>
    0.06 +
    steps(light, 0.012, [
      [0.32, 0.56],
      [0.74, 0.36],
    ]),
}

/** Shades the layers to RGBA pixels: light, shadow, hollows, highlights and rim light, in the tones of the style. */
export const shade = (stage: Stage, layers: Layers, parts: readonly Part[], lighting: Lighting): Uint8ClampedArray => {
  const { w, h, part, nx, ny, nz, colour } = layers
  const { style, u } = stage
  const out = new Uint8ClampedArray(w * h * 4)
  const length = Math.hypot(...lighting.from)
  const [lx, ly, lz] = lighting.from.map((v) => v / length) as unknown as Point
  const open = shadowOf(layers, [lx, ly, lz])
  const hollow = hollows(layers, 16 * u)
  const grain: Noise = stage.noise('grain')
  const tone = tones[style]
  const hl = Math.hypot(lx, ly, lz + 1)
  const half: Point = [lx / hl, ly / hl, (lz + 1) / hl]
  const deepTint = mix(lighting.sky, stage.palette.near, 0.45)
  const warm = shift(mix(lighting.colour, [255, 120, 70], 0.5), { chroma: 1.2 })
  const paint = style === 'fantasy-art'
  for (let i = 0; i < w * h; i++) {
    const number = part[i] as number
    if (!number) continue
    const { gloss = 0.15, metal = 0, soft = 0, lamp = 0, rough = 0 } = (parts[number - 1] as Part).surface ?? {}
    let x = nx[i] as number
    let y = ny[i] as number
    const z = nz[i] as number
    if (rough && paint) {
      const px = (i % w) / (9 * u)
      const py = Math.floor(i / w) / (9 * u)
      x += rough * grain(px, py)
      y += rough * grain(px + 40, py - 20)
    }
    const dip = hollow[i] as number
    const straight = x * lx + y * ly + z * lz
    // Surfaces that face away from the light are in shadow anyway; no need to look it up.
    const shadow = straight > -0.35 || metal ? open(i) : 0
    const wrap = 0.04 + 0.16 * soft
    const facing = clamp((straight + wrap) / (1 + wrap)) * (0.1 + 0.9 * shadow)
    const fill = (0.3 - 0.16 * lighting.drama) * (0.7 + 0.3 * y) * (1 - dip)
    let light = tone(clamp((facing * 0.86 + fill) * (1 - 0.42 * dip)))
    if (metal) {
      const up = y * 0.72 + x * lx * 0.6
      const room = clamp(
        0.2 + 0.85 * smooth(0.05, 0.6, up) - 0.34 * smooth(0.22, 0, Math.abs(up + 0.06)) + 0.3 * smooth(0.2, 0.75, -up),
      )
      light += (tone(room * (0.45 + 0.55 * shadow)) - light) * 0.75 * metal
    }
    light = Math.max(light, lamp)
    // Highlights use the normals without grain, which would break them into specks.
    const spark =
      clamp((nx[i] as number) * half[0] + (ny[i] as number) * half[1] + z * half[2]) ** (8 + 60 * gloss) *
      gloss *
      (0.2 + 0.8 * shadow)
    const shine = style === 'fantasy-art' ? spark : spark > 0.3 ? 0.6 : 0
    const edge = (1 - z) ** 3 * smooth(0.1, 0.7, x * lighting.rimSide + 0.3 * y) * (1 - dip)
    const rim = paint ? 0.55 * edge : edge > 0.16 ? 0.5 : 0
    // Skin reddens at the border between light and shadow.
    const blush = soft * Math.max(0, 1 - Math.abs(straight - 0.06) / 0.34) * 0.34 * shadow * (paint ? 1 : 0.3)
    const below = clamp(-y) * 0.5
    for (let c = 0; c < 3; c++) {
      const own = colour[3 * i + c] as number
      const ambient = (deepTint[c] as number) + ((lighting.ground[c] as number) - (deepTint[c] as number)) * below
      const dark = own * 0.13 + ((own * ambient) / 255) * 0.34 + ambient * 0.05
      const lit = Math.min(255, own * 0.3 + own * ((lighting.colour[c] as number) / 255) * 0.82 + 6)
      let value = dark + (lit - dark) * Math.min(1, light * 1.04)
      value += ((own * (warm[c] as number)) / 190 - value) * blush
      value += ((lighting.rim[c] as number) - value) * rim * (0.5 + 0.5 * metal)
      value += ((lighting.colour[c] as number) * (metal ? 0.7 + own / 850 : 1) - value) * Math.min(1, shine)
      if (lamp) value = value + (own - value) * lamp
      out[4 * i + c] = value
    }
    out[4 * i + 3] = 255
  }
  return out
}

/** Marks outlines with 1: pixels at the edge of the sculpture, or nearer than a neighbour by more than `step` allows. */
export const outlines = ({ w, h, part, near, nz }: Layers, reach: number, step: number): Uint8Array => {
  const lines = new Uint8Array(w * h)
  for (let y = reach; y < h - reach; y++)
    for (let x = reach; x < w - reach; x++) {
      const i = y * w + x
      for (const j of [i + reach, i - reach, i + reach * w, i - reach * w]) {
        const apart = (near[i] as number) - (near[j] as number)
        if (part[i] && (!part[j] || apart > step * (1.2 + 2 * (1 - (nz[i] as number))))) lines[i] = 1
      }
    }
  return lines
}

/** Smooths jagged edges: pixels where parts meet become the weighted mean of their neighbours. Changes `px` in place. */
export const smoothEdges = (px: Uint8ClampedArray, { w, h, part, near }: Layers): void => {
  const from = px.slice()
  for (let y = 1; y < h - 1; y++)
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x
      const own = part[i]
      const far = (j: number) => part[j] !== own || Math.abs((near[j] as number) - (near[i] as number)) > 0.05
      if (!far(i + 1) && !far(i - 1) && !far(i + w) && !far(i - w)) continue
      let [r, g, b, a] = [0, 0, 0, 0]
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const j = 4 * (i + dy * w + dx)
          const k = dx && dy ? 1 : dx || dy ? 2 : 4
          const alpha = (from[j + 3] as number) * k
          r += (from[j] as number) * alpha
          g += (from[j + 1] as number) * alpha
          b += (from[j + 2] as number) * alpha
          a += alpha
        }
      if (a) px.set([r / a, g / a, b / a, a / 16], 4 * i)
    }
}
