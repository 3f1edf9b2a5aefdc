import type { Rgb } from '../colour.ts'
import { hex, mix } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import type { Noise } from '../noise.ts'
import { named } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import type { Flame, Piece } from './furniture/piece.ts'
import type { Workshop } from './furniture.ts'
import type { Opening } from './lighting.ts'
import type { Solid, Surface } from './solids.ts'
import type { Face, Shell } from './space.ts'

/** A person in the room, with position in metres and pose. */
export interface Someone {
  x: number
  z: number
  /** Height of the seat or the floor under the person. */
  y: number
  pose: 'standing' | 'sitting' | 'robed'
  facing: -1 | 1
  tall?: number
  crowned?: boolean
}

/** The plan of a room, before it is drawn. */
export interface Plan {
  shell: Shell
  surfaces: Record<Face, Surface>
  solids: Solid[]
  flames: Flame[]
  openings: Opening[]
  people: Someone[]
  /** Colours of stained glass; undefined for clear windows. */
  glass?: readonly Rgb[]
  /** Clearness of the air: the share of light that is left after ten metres. */
  clear: number
  sunken?: boolean
}

/** Materials and choices from which a room plan is made. */
export interface Site {
  stage: Stage
  grain: Noise
  next: Random
  make: Workshop
  half: number
  /** The colour that the prompt gives to cloth, banners and rugs. */
  cloth: Rgb
  wants: (idea: Idea<'fitting'>) => boolean
  /** Returns true if the prompt names the idea, else with probability `chance`; false if the prompt excludes it. */
  maybe: (idea: Idea<'fitting'>, chance: number) => boolean
  fires: boolean
}

export const clothOf = (stage: Stage, next: Random): Rgb => {
  const said = stage.scene.colour.find((colour) => colour !== 'gold')
  return said ? mix(named[said], hex('#2a1a18'), 0.2) : hex(next.pick(['#7a2a2c', '#2c4a74', '#2f5a44', '#5a3468']))
}

export const gather = (...pieces: (Piece | readonly Solid[] | false)[]): { solids: Solid[]; flames: Flame[] } => {
  const made = pieces.filter((piece) => piece !== false)
  return {
    solids: made.flatMap((piece) => ('solids' in piece ? piece.solids : piece)),
    flames: made.flatMap((piece) => ('solids' in piece ? (piece.flames ?? []) : [])),
  }
}

/** Returns positions from `from` to at most `to`, `every` metres apart; at least one. */
export const along = (from: number, to: number, every: number): number[] =>
  Array.from({ length: Math.max(1, Math.floor((to - from) / every) + 1) }, (_, i) => from + i * every)
