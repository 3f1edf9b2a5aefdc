import type { Rgb } from '../colour.ts'
import type { Course } from './course.ts'

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

/** The lie of the land, settled before anything is drawn on it. */
export interface Land {
  cell: number
  look: Ground
  courses: {
    river: Course | null
    paths: Course[]
    shore: ((x: number) => number) | null
    lake: { x: number; y: number; r: number } | null
    cliff: Course | null
  }
  /** Pixels to the nearest water, negative inside it. */
  wetness: (x: number, y: number) => number
  onPath: (x: number, y: number) => number
}

/** Where something stands and how far it reaches, in pixels. */
export interface Spot {
  x: number
  y: number
  size: number
}
