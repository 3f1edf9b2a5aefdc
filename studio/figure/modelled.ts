import type { Point } from '../sculpt/mesh.ts'
import type { Piece } from './field.ts'
import type { Focus } from './mesh.ts'

/** A figure before it is meshed: its pieces in mm, and how it is to be cast. */
export interface Modelled {
  pieces: readonly Piece[]
  /** Within which its surface is looked for. */
  box: readonly [Point, Point]
  focus?: Focus | undefined
  /** mm at which the base ends; null without one. */
  baseTop: number | null
  /** mm of the base, on whose rim a name is lettered. */
  radius: number
  /** mm that count as its size: what is ordered larger is scaled against it. */
  natural: number
  /** mm below which nothing is kept, as of a bust. */
  cutAt?: number | undefined
}
