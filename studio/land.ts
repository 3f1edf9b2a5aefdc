import { mix, type Rgb, ramp } from './colour.ts'
import { clamp, fbm, type Noise, ridged, smooth } from './noise.ts'
import { inks, through } from './palette.ts'
import { type Stage, sheet, toneOf } from './stage.ts'

export type Ground = 'mountain' | 'hill' | 'dune' | 'mesa' | 'cliff' | 'snow'

export interface Land {
  label: string
  ground: Ground
  /** Height of the skyline as y for each x. */
  top: (x: number) => number
  /** y down to which the slope is drawn. */
  foot: number
  albedo: Rgb
  /** 0 near to 1 at the horizon. */
  distance: number
  /** How much haze lies at the foot, 0 to 1. */
  mist: number
  /** y above which snow lies. */
  snow?: number
}

/** Skylines by kind of ground: crests for mountains, rolls for hills, long curves for dunes, steps for mesas. */
export const skyline = (
  stage: Stage,
  label: string,
  ground: Ground,
  base: number,
  rise: number,
  width: number,
): ((x: number) => number) => {
  const { w } = stage
  const shape = stage.noise(label)
  const at = stage.chance(label).between(0, 60)
  const forms: Record<Ground, (x: number) => number> = {
    mountain: (x) =>
      ridged(shape, x / width + at, 3.3, 5) * 1.05 + fbm(shape, x / (width * 1.8) + at, 9, 2) * 0.5 - 0.14,
    snow: (x) => ridged(shape, x / width + at, 3.3, 4) * 0.9,
    hill: (x) => 0.5 + fbm(shape, x / width + at, 1.7, 3) * 0.95 + fbm(shape, (x / width) * 9 + at, 6, 2) * 0.03,
    dune: (x) => 0.9 - Math.abs(fbm(shape, x / width + at, 5.1, 2)) * 1.5,
    mesa: (x) => {
      const v = fbm(shape, x / width + at, 2.2, 3)
      return smooth(0.02, 0.06, v) * 0.62 + smooth(0.2, 0.23, v) * 0.3 + v * 0.1 + 0.08
    },
    cliff: (x) => 0.5 + fbm(shape, x / width + at, 2.2, 4) * 0.9,
  }
  const form = forms[ground]
  const table = new Float32Array(w + 1)
  for (let x = 0; x <= w; x++) table[x] = base - rise * form(x)
  return (x) => table[clamp(Math.round(x), 0, w)] as number
}

/** How light falls on a slope point: along eroded ribs for rock, broadly for soft ground. */
const slope = (
  ground: Ground,
  shape: Noise,
  side: number,
  scale: number,
  strata: number,
): ((x: number, below: number) => number) => {
  if (ground === 'mountain' || ground === 'snow') {
    return (x, below) => {
      const bend = x + below * 0.55 * shape(x / (scale * 1.4), below / (scale * 2.4) + 7)
      const e = scale * 0.11
      const a = ridged(shape, (bend + e) / scale, below / (scale * 2.1), 3)
      const b = ridged(shape, (bend - e) / scale, below / (scale * 2.1), 3)
      return 0.5 - side * (a - b) * 2.3
    }
  }
  if (ground === 'mesa' || ground === 'cliff') {
    return (x, below) => {
      // Strata with ledges that catch the light, broken by a few clefts.
      const layer = below / (scale * 0.3) + 0.5 * shape(x / (scale * 0.9), below / (scale * 2))
      const ledge = layer - Math.floor(layer)
      const cleft = ridged(shape, x / (scale * 0.8) + below / (scale * 5), below / (scale * 3), 2)
      const across =
        shape((x + side * scale * 0.05) / (scale * 0.42), below / (scale * 0.6)) -
        shape((x - side * scale * 0.05) / (scale * 0.42), below / (scale * 0.6))
      return 0.5 + strata * (0.4 - ledge) + across * 0.9 - 0.4 * smooth(0.62, 0.8, cleft)
    }
  }
  if (ground === 'dune')
    return (x, below) =>
      0.72 - smooth(0, scale * 0.6, below) * 0.3 + 0.3 * shape(x / scale + below / scale, below / (scale * 0.5))
  return (x, below) =>
    0.72 -
    smooth(0, scale * 0.9, below) * 0.34 +
    0.42 * shape(x / scale + 3, below / (scale * 0.6)) +
    0.12 * shape(x / (scale * 0.16), below / (scale * 0.09))
}

/** One fold of the land, shaded pixel by pixel, its tones broken as the style breaks them. */
export const drawLand = (stage: Stage, land: Land): void => {
  const { w, h, u, palette, style, sun } = stage
  const tone = toneOf[style]
  const shape = stage.noise(`${land.label}/slope`)
  const colours = inks(palette, land.albedo, land.distance)
  const deepest = style === 'comic-book' ? mix(colours.shade, colours.deep, 0.75 * (1 - land.distance)) : colours.shade
  const body = ramp(
    [
      [0, deepest],
      [0.5, colours.base],
      [1, colours.lit],
    ],
    64,
  )
  const white = inks(palette, [240, 246, 250], land.distance * 0.9)
  const cap = ramp(
    [
      [0, mix(white.base, palette.zenith, 0.45)],
      [0.5, white.base],
      [1, white.lit],
    ],
    64,
  )
  const haze = through(palette, mix(palette.far, palette.horizon, 0.55), land.distance)
  let highest = h
  for (let x = 0; x <= w; x += 2) highest = Math.min(highest, land.top(x))
  const from = Math.max(0, Math.floor(highest))
  const to = Math.min(h, Math.ceil(land.foot))
  if (to <= from) return
  const part = sheet(stage, w, to - from)
  const image = part.pen.createImageData(w, to - from)
  const px = image.data
  const scale = (land.ground === 'hill' || land.ground === 'dune' ? 300 : 190) * u * (1.15 - 0.6 * land.distance)
  const light = slope(land.ground, shape, sun.side, scale, style === 'fantasy-art' ? 0.3 : 0.06)
  for (let x = 0; x < w; x++) {
    const top = land.top(x)
    for (let y = Math.max(from, Math.floor(top)); y < to; y++) {
      const below = Math.max(0, y - top)
      const raw = clamp(light(x, below))
      const k = 3 * Math.round(63 * tone(raw))
      const snowy =
        land.snow !== undefined && y < land.snow + 46 * u * shape(x / (40 * u), y / (60 * u)) + (raw - 0.5) * 90 * u
      const table = snowy ? cap : body
      const fade = land.mist * smooth(0.15, 1, (y - from) / (to - from))
      const i = 4 * ((y - from) * w + x)
      for (let c = 0; c < 3; c++) {
        const value = table[k + c] as number
        px[i + c] = value + ((haze[c] as number) - value) * fade
      }
      px[i + 3] = y === Math.floor(top) ? 255 * (1 - (top - y)) : 255
    }
  }
  part.pen.putImageData(image, 0, 0)
  stage.pen.drawImage(part.canvas, 0, from)
}
