import type { Point } from '../../sculpt/mesh.ts'
import type { Setting } from '../trades.ts'

/** Base and orientation of a creature or an item. */
export interface Standing {
  /** Radius of its base in mm. */
  radius: number
  setting: Setting
  /** Its face, which is meshed finer. */
  focus?: Point
  /** Turn about the vertical axis in radians; long figures are seen from the side. */
  turn?: number
  /** Height in mm that counts as its size, if raised weapons must not count; the whole height if undefined. */
  natural?: number
}
