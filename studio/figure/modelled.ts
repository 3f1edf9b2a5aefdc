import type { Point } from '../sculpt/mesh.ts'
import type { Piece } from './field.ts'
import type { NamePlate } from './lettering.ts'
import type { Focus } from './mesh.ts'

/** A figure before it is meshed: its pieces in mm, and how it is to be cast. */
export interface Modelled {
  pieces: readonly Piece[]
  /** Box that contains the surface. */
  box: readonly [Point, Point]
  focus?: Focus | undefined
  /** mm at which it can be cut off its base; null without one. */
  partsAt: number | null
  /** The part of the base that shows the name. */
  plate: NamePlate
  /** mm that count as its size: what is ordered larger is scaled against it. Without it, its height counts. */
  natural?: number | undefined
  /** Height in mm below which the figure is cut off, as a bust is. */
  cutAt?: number | undefined
}
