import { hex, type Rgb } from '../colour.ts'
import type { Ground } from '../land.ts'
import type { Idea } from '../lexicon.ts'

export type Place = Idea<'place'>

const green = hex('#6f9440')

/** The colour of the ground itself, before light and distance. */
export const albedos: Record<Place, Rgb> = {
  mountain: hex('#7d8088'),
  forest: hex('#3f6b40'),
  jungle: hex('#2f7a44'),
  coast: hex('#8a8468'),
  sea: hex('#5a6870'),
  lake: hex('#5f7f4c'),
  river: hex('#7f9a48'),
  marsh: hex('#6f7444'),
  desert: hex('#e0ae68'),
  plain: hex('#8fa548'),
  tundra: hex('#e6eef4'),
  volcano: hex('#4a3c3c'),
  cave: hex('#4a5260'),
  canyon: hex('#c46f44'),
  islands: hex('#6f8a4c'),
}

/** One range of hills or mountains. */
interface Fold {
  ground: Ground
  /** Foot below the horizon, as a share of the height there; `rise` is the height above the foot, as a share of the vista's span. */
  base: number
  rise: number
  width: number
  distance: number
  albedo?: Rgb
  trees?: number
  /** A volcano with a crater, instead of a range. */
  cone?: true
}

const stone = hex('#7c808c')

/** The folds of each country, from far to near. */
export const country: Record<Exclude<Place, 'cave'>, readonly Fold[]> = {
  mountain: [
    { ground: 'mountain', base: 0, rise: 0.32, width: 380, distance: 0.84 },
    { ground: 'mountain', base: 0.06, rise: 0.4, width: 360, distance: 0.52 },
    { ground: 'mountain', base: 0.18, rise: 0.24, width: 280, distance: 0.32 },
    { ground: 'hill', base: 0.34, rise: 0.1, width: 420, distance: 0.28, albedo: hex('#4d6a48'), trees: 24 },
    { ground: 'hill', base: 0.58, rise: 0.12, width: 520, distance: 0.1, albedo: hex('#5a7044'), trees: 54 },
  ],
  forest: [
    { ground: 'mountain', base: 0, rise: 0.16, width: 380, distance: 0.88, albedo: stone },
    { ground: 'hill', base: 0.1, rise: 0.1, width: 400, distance: 0.7, trees: 60 },
    { ground: 'hill', base: 0.24, rise: 0.1, width: 420, distance: 0.48, trees: 110 },
    { ground: 'hill', base: 0.44, rise: 0.1, width: 480, distance: 0.26, trees: 190 },
    { ground: 'hill', base: 0.72, rise: 0.1, width: 620, distance: 0.06, trees: 330 },
  ],
  jungle: [
    { ground: 'mountain', base: 0, rise: 0.24, width: 260, distance: 0.85, albedo: hex('#5f8a6a') },
    { ground: 'hill', base: 0.14, rise: 0.12, width: 360, distance: 0.6, trees: 80 },
    { ground: 'hill', base: 0.38, rise: 0.12, width: 420, distance: 0.34, trees: 150 },
    { ground: 'hill', base: 0.68, rise: 0.1, width: 560, distance: 0.08, trees: 270 },
  ],
  coast: [
    { ground: 'mountain', base: 0.01, rise: 0.14, width: 420, distance: 0.88, albedo: stone },
    { ground: 'cliff', base: 0.05, rise: 0.16, width: 420, distance: 0.6 },
  ],
  sea: [{ ground: 'mountain', base: 0, rise: 0.05, width: 300, distance: 0.92, albedo: stone }],
  lake: [
    { ground: 'mountain', base: 0, rise: 0.3, width: 360, distance: 0.85, albedo: stone },
    { ground: 'mountain', base: 0.02, rise: 0.22, width: 280, distance: 0.6, albedo: stone },
    { ground: 'hill', base: 0.03, rise: 0.08, width: 360, distance: 0.36, trees: 46 },
  ],
  river: [
    { ground: 'mountain', base: 0, rise: 0.2, width: 360, distance: 0.88, albedo: stone },
    { ground: 'hill', base: 0.06, rise: 0.11, width: 380, distance: 0.62, trees: 26 },
    { ground: 'hill', base: 0.24, rise: 0.1, width: 460, distance: 0.36, trees: 50 },
  ],
  marsh: [
    { ground: 'hill', base: 0, rise: 0.06, width: 420, distance: 0.85 },
    { ground: 'hill', base: 0.03, rise: 0.05, width: 380, distance: 0.6, trees: 34 },
  ],
  desert: [
    { ground: 'mesa', base: 0.02, rise: 0.24, width: 460, distance: 0.8, albedo: hex('#c87a4c') },
    { ground: 'dune', base: 0.16, rise: 0.13, width: 480, distance: 0.5 },
    { ground: 'dune', base: 0.4, rise: 0.16, width: 640, distance: 0.26 },
    { ground: 'dune', base: 0.76, rise: 0.2, width: 820, distance: 0.06 },
  ],
  plain: [
    { ground: 'mountain', base: 0, rise: 0.13, width: 380, distance: 0.9, albedo: stone },
    { ground: 'hill', base: 0.08, rise: 0.1, width: 420, distance: 0.66, trees: 12 },
    { ground: 'hill', base: 0.24, rise: 0.12, width: 520, distance: 0.42, albedo: hex('#c2a94e'), trees: 18 },
    { ground: 'hill', base: 0.46, rise: 0.13, width: 620, distance: 0.22 },
    { ground: 'hill', base: 0.76, rise: 0.12, width: 760, distance: 0.05, albedo: green },
  ],
  tundra: [
    { ground: 'snow', base: 0, rise: 0.32, width: 360, distance: 0.84, albedo: hex('#a8bccd') },
    { ground: 'snow', base: 0.1, rise: 0.24, width: 280, distance: 0.55, albedo: hex('#b8cad8') },
    { ground: 'hill', base: 0.4, rise: 0.1, width: 560, distance: 0.25 },
    { ground: 'hill', base: 0.76, rise: 0.1, width: 720, distance: 0.05 },
  ],
  volcano: [
    { ground: 'mountain', base: 0.02, rise: 0.16, width: 300, distance: 0.8 },
    { ground: 'mountain', base: 0.2, rise: 0.5, width: 300, distance: 0.45, cone: true },
    { ground: 'mountain', base: 0.36, rise: 0.16, width: 240, distance: 0.36 },
    { ground: 'cliff', base: 0.74, rise: 0.16, width: 300, distance: 0.08 },
  ],
  canyon: [
    { ground: 'mesa', base: 0, rise: 0.3, width: 420, distance: 0.84 },
    { ground: 'mesa', base: 0.12, rise: 0.34, width: 360, distance: 0.58 },
    { ground: 'mesa', base: 0.34, rise: 0.34, width: 420, distance: 0.34 },
    { ground: 'cliff', base: 0.78, rise: 0.16, width: 380, distance: 0.06 },
  ],
  islands: [
    { ground: 'mountain', base: 0, rise: 0.14, width: 180, distance: 0.85 },
    { ground: 'mesa', base: 0.02, rise: 0.16, width: 240, distance: 0.6 },
  ],
}

/** Water in front of the land: its upper edge, as a share of the height below the horizon, and its roughness. */
export const watery: Partial<Record<Place, { top: number; rough: number }>> = {
  coast: { top: 0.06, rough: 0.55 },
  sea: { top: 0, rough: 0.9 },
  lake: { top: 0.1, rough: 0.1 },
  river: { top: 0.42, rough: 0.25 },
  marsh: { top: 0.09, rough: 0.12 },
  islands: { top: 0.04, rough: 0.4 },
}
