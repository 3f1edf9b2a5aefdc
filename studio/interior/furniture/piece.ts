import type { Light } from '../lighting.ts'
import type { Solid } from '../solids.ts'

/** A flame that is seen and lights the room; its height in metres. */
export interface Flame extends Light {
  tall: number
  kind: 'candle' | 'fire' | 'lantern' | 'cold'
}

/** What a piece of furniture is made of. */
export interface Piece {
  solids: Solid[]
  flames?: Flame[]
}
