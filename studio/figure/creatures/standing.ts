import type { Point } from '../../sculpt/mesh.ts'
import type { Setting } from '../trades.ts'

/** How a creature or an item wants to stand. */
export interface Standing {
  /** mm of its base. */
  radius: number
  setting: Setting
  /** Its face, which is meshed finer. */
  focus?: Point
  /** Radians that it is turned by about the vertical axis; what is long is seen from the side. */
  turn?: number
  /** mm that count as its size, where what it holds up does not. */
  natural?: number
}
