import type { Point } from '../sculpt/mesh.ts'
import type { Piece } from './field.ts'
import type { NamePlate } from './lettering.ts'
import type { Focus } from './mesh.ts'

/** A figure before it is meshed: its pieces in mm, and the options of the mesh. */
export interface Modelled {
  pieces: readonly Piece[]
  /** Box that contains the surface. */
  box: readonly [Point, Point]
  focus?: Focus | undefined
  /** Height in mm at which it can be cut off its base; null without a base. */
  partsAt: number | null
  /** The part of the base that shows the name. */
  plate: NamePlate
  /** Height in mm that is scaled to the ordered height; the height of the whole mesh if undefined. */
  natural?: number | undefined
  /** Height in mm below which a bust is cut off. */
  cutAt?: number | undefined
}
