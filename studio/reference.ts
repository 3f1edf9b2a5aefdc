import sharp from 'sharp'
import { mix, type Rgb, toLab } from './colour.ts'
import { type Axis, type Look, lookOf } from './look.ts'
import { type Palette, recolour } from './palette.ts'

/** A picture that was handed over to lean on, read once: its colours, its light and how it is composed. It is never shown itself. */
export interface Reference {
  /** 0 (hardly) to 1 (closely). */
  strength: number
  /** Where its light comes from and its weight lies, in parts of its width and height. */
  light: { x: number; y: number }
  weight: { x: number; y: number }
  /** How far down its horizon lies, or what comes nearest to one. */
  horizon: number
  /** Light and shade in broad patches, 0 to 1, `swatchSide` across and down. */
  shade: Float32Array
  /** Mean and spread of lightness and of the two axes of hue. */
  look: Look
  adjust(palette: Palette): Palette
}

export const swatchSide = 32

const mean = (colours: readonly Rgb[]): Rgb => {
  const sum = colours.reduce<[number, number, number]>(
    ([r, g, b], colour) => [r + colour[0], g + colour[1], b + colour[2]],
    [0, 0, 0],
  )
  return [sum[0] / colours.length, sum[1] / colours.length, sum[2] / colours.length]
}

/** The reference's own sky, horizon, shadow, light and strongest colour, found by place, lightness and chroma. */
const swatchesOf = (
  px: Uint8Array,
): Record<'zenith' | 'mid' | 'horizon' | 'light' | 'far' | 'near' | 'accent', Rgb> => {
  const colours = Array.from(
    { length: px.length / 3 },
    (_, i): Rgb => [px[3 * i] as number, px[3 * i + 1] as number, px[3 * i + 2] as number],
  )
  const measured = colours.map((colour, i) => ({
    colour,
    row: Math.floor(i / swatchSide) / swatchSide,
    lab: toLab(colour),
  }))
  const byLight = [...measured].sort((a, b) => a.lab[0] - b.lab[0]).map(({ colour }) => colour)
  const byChroma = [...measured]
    .sort((a, b) => Math.hypot(b.lab[1], b.lab[2]) - Math.hypot(a.lab[1], a.lab[2]))
    .map(({ colour }) => colour)
  const rows = (from: number, to: number) =>
    mean(measured.filter(({ row }) => row >= from && row < to).map(({ colour }) => colour))
  const tenth = Math.floor(colours.length / 10)
  return {
    zenith: rows(0, 0.25),
    mid: rows(0.25, 0.45),
    horizon: mix(rows(0.4, 0.6), mean(byLight.slice(-tenth)), 0.4),
    light: mean(byLight.slice(-tenth)),
    far: rows(0.45, 0.7),
    near: mean(byLight.slice(0, tenth)),
    accent: mean(byChroma.slice(0, Math.floor(tenth / 2))),
  }
}

const centre = (weights: Float32Array): { x: number; y: number } => {
  let [sum, x, y] = [1e-6, 0.5e-6, 0.5e-6]
  weights.forEach((weight, i) => {
    sum += weight
    x += weight * (((i % swatchSide) + 0.5) / swatchSide)
    y += weight * ((Math.floor(i / swatchSide) + 0.5) / swatchSide)
  })
  return { x: x / sum, y: y / sum }
}

/** The row between which and the next the lightness changes most, in the middle of the picture. */
const horizonOf = (light: Float32Array): number => {
  const rows = Array.from(
    { length: swatchSide },
    (_, y) => light.slice(y * swatchSide, (y + 1) * swatchSide).reduce((sum, value) => sum + value, 0) / swatchSide,
  )
  const change = (y: number) => Math.abs((rows[y + 1] as number) - (rows[y - 1] as number))
  const between = rows.map((_, y) => y).slice(swatchSide * 0.3, swatchSide * 0.75)
  return (between.reduce((best, y) => (change(y) > change(best) + 0.01 ? y : best), swatchSide / 2) + 0.5) / swatchSide
}

/** Throws what sharp throws if the bytes are no picture. `strength` is 1 to 100. */
export const readReference = async (bytes: Uint8Array, strength: number): Promise<Reference> => {
  const px = await sharp(bytes)
    .rotate()
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .resize(swatchSide, swatchSide, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  const labs = Array.from({ length: swatchSide ** 2 }, (_, i) =>
    toLab([px[3 * i] as number, px[3 * i + 1] as number, px[3 * i + 2] as number]),
  )
  const shade = Float32Array.from(labs, ([light]) => light)
  const look = lookOf(labs)
  const amount = strength / 100
  const own = swatchesOf(px)
  return {
    strength: amount,
    light: centre(shade.map((value) => Math.max(0, value - (look[0] as Axis).mean) ** 2)),
    // What differs from the mean in colour or light draws the eye.
    weight: centre(
      Float32Array.from(labs, (lab) => lab.reduce((sum, value, c) => sum + (value - (look[c] as Axis).mean) ** 2, 0)),
    ),
    horizon: horizonOf(shade),
    shade,
    look,
    adjust: (palette) => recolour(palette, (colour, part) => mix(colour, own[part], 0.15 + 0.8 * amount)),
  }
}
