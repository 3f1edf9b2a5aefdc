import type { Rgb } from '../colour.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'

export interface Hide {
  coat: Rgb
  iris: Rgb
}

/** How a creature wants to be seen: size against the picture, height of its origin in it, and how far it may be turned. */
export interface Stand {
  scale?: number
  y?: number
  turn?: number
  /** Height of the ground it stands on, in its own units; nothing for what floats or is cut off by the frame. */
  foot?: number
  /** How far from above it is seen, in radians. */
  above?: number
  /** At least so much of the turn, for what is known by its side. */
  least?: number
}

/** Models a creature about the origin, its face towards the viewer; a bust is seen as people are. */
export type Sculptor = (stage: Stage, model: Sculpture, hide: Hide) => Stand | 'bust'
