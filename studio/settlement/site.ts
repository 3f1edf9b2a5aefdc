import { hex, mix, type Rgb } from '../colour.ts'
import { drawLand } from '../land.ts'
import type { Made } from '../props/made.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'

/** The place and the materials for drawing buildings. */
export interface Site {
  /** y of the foot of the buildings, or of the water line. */
  line: number
  span: number
  wet: boolean
  made: (distance: number) => Made
  soil: Rgb
  next: Random
}

export type Build = (stage: Stage, site: Site) => void

/** The x of the main building: off the middle, away from the light. */
export const off = (stage: Stage): number => stage.w * (0.5 - stage.sun.side * 0.1)

/** Draws ground that rises to a hill at x = `at`, under the building. Returns the y of its upper edge by x. */
export const mound = (
  stage: Stage,
  { line, soil, wet }: Site,
  rise: number,
  distance: number,
  at = off(stage),
): ((x: number) => number) => {
  const { w, h, u } = stage
  const rough = stage.noise('mound')
  const wide = w * 0.36
  const top = (x: number) => line - rise * Math.exp(-(((x - at) / wide) ** 2)) + rough(x / (120 * u), 4) * 9 * u
  drawLand(stage, {
    label: `mound${Math.round(rise)}`,
    ground: rise > 120 * u ? 'cliff' : 'hill',
    top,
    foot: wet ? line + 8 * u : h,
    albedo: rise > 120 * u ? mix(soil, hex('#7c7a76'), 0.55) : soil,
    distance,
    mist: 0.1,
  })
  return top
}

/** Returns the largest span, up to `span`, with which a building that is `high` spans tall fits below the picture's upper edge. */
export const fitting = (stage: Stage, foot: number, span: number, high: number): number =>
  Math.min(span, (foot - stage.h * 0.05) / high)
