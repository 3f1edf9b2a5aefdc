import type { Rgb } from '../../colour.ts'

/** The colours of a landscape, seen from above. */
export interface Ground {
  base: Rgb
  dry: Rgb
  lush: Rgb
  path: Rgb
  water: Rgb
  leaf: readonly Rgb[]
  rock: Rgb
}

/** Open ground: its colours, and the distances to its water and paths. */
export interface Land {
  /** Pixels per square. */
  cell: number
  look: Ground
  /** Pixels from a point to the nearest water, negative inside it. */
  wetness: (x: number, y: number) => number
  /** Pixels from a point to the nearest path, negative on it. */
  onPath: (x: number, y: number) => number
}
