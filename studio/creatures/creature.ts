import type { Rgb } from '../colour.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'

export interface Hide {
  coat: Rgb
  iris: Rgb
}

/** The view that suits a creature: its size relative to the picture, the height of its origin in it, and its largest turn. */
export interface Stand {
  scale?: number
  y?: number
  turn?: number
  /** Height of the ground under it, in its own units; undefined if it floats or is cut off by the frame. */
  foot?: number
  /** Angle from above at which it is seen, in radians. */
  above?: number
  /** Smallest share of the turn, for creatures that are recognised from the side. */
  least?: number
}

/** Models a creature about the origin, its face towards the viewer. Returns its view, or 'bust' for the view of a person. */
export type Sculptor = (stage: Stage, model: Sculpture, hide: Hide) => Stand | 'bust'
