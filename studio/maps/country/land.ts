import type { Rgb } from '../../colour.ts'

/** The colours of a kind of country, seen from above. */
export interface Ground {
  base: Rgb
  dry: Rgb
  lush: Rgb
  path: Rgb
  water: Rgb
  leaf: readonly Rgb[]
  rock: Rgb
}

/** The lie of open ground. */
export interface Land {
  /** Pixels to a square. */
  cell: number
  look: Ground
  /** Pixels to the nearest water, negative inside it. */
  wetness: (x: number, y: number) => number
  onPath: (x: number, y: number) => number
}
