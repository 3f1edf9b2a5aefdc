import type { Lab } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import type { Scene } from '../prompt.ts'
import { recoloured } from './lab.ts'
import type { Mask, Raster } from './raster.ts'

type Light = (lab: Lab) => Lab

/** Returns a change of light in OKLab: multiplies and raises the lightness, multiplies the chroma, and shifts it to a hue. */
const light =
  (scale: number, lift: number, keep: number, a0: number, b0: number): Light =>
  ([l, a, b]) => [Math.min(1, l * scale + lift), a * keep + a0 * (0.4 + 0.6 * l), b * keep + b0 * (0.4 + 0.6 * l)]

const hours: Record<Idea<'time'>, Light> = {
  dawn: light(0.92, 0.05, 0.8, 0.03, 0.018),
  day: light(1.08, 0.06, 1.05, -0.008, 0.004),
  golden: light(0.95, 0.04, 0.85, 0.022, 0.065),
  dusk: light(0.72, 0.02, 0.75, 0.05, 0.012),
  night: light(0.46, 0.015, 0.5, -0.008, -0.065),
}

const skies: Partial<Record<Idea<'weather'>, Light>> = {
  clear: light(1.06, 0.03, 1.12, 0, 0),
  cloud: light(0.88, 0.02, 0.65, 0, -0.006),
  fog: light(0.5, 0.38, 0.35, 0, -0.008),
  rain: light(0.74, 0.02, 0.55, -0.006, -0.018),
  storm: light(0.58, 0.01, 0.5, -0.004, -0.022),
  snow: light(0.7, 0.27, 0.4, -0.004, -0.014),
  ash: light(0.62, 0.03, 0.6, 0.02, 0.018),
}

const seasons: Record<Idea<'season'>, Light> = {
  spring: light(1.02, 0.02, 1.05, -0.012, 0.02),
  summer: light(1.05, 0.01, 1.12, -0.004, 0.016),
  autumn: light(0.97, 0, 0.85, 0.045, 0.05),
  winter: light(0.82, 0.17, 0.4, -0.004, -0.018),
}

/** Returns the light of the time, the weather and the season that the words name, applied in this order; null if they name none. */
export const lightOf = ({ time, weather, season }: Scene): Light | null => {
  const lights = [time[0] && hours[time[0]], weather[0] && skies[weather[0]], season[0] && seasons[season[0]]].filter(
    (one) => one !== undefined,
  )
  return lights.length ? (lab) => lights.reduce((now, one) => one(now), lab) : null
}

/** Applies a change of light to the masked part of a picture. */
export const lit = (picture: Raster, mask: Mask, change: Light): Raster => recoloured(picture, mask, change)
