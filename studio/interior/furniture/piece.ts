import type { Light } from '../lighting.ts'
import type { Solid } from '../solids.ts'

/** A visible flame that lights the room; `tall` is its height in metres. */
export interface Flame extends Light {
  tall: number
  kind: 'candle' | 'fire' | 'lantern' | 'cold'
}

/** The solids and the flames of a piece of furniture. */
export interface Piece {
  solids: Solid[]
  flames?: Flame[]
}
