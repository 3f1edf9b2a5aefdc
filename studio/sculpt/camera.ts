import type { Point } from './mesh.ts'

/** The view of a sculpture. Angles are in radians; (`x`, `y`) is its origin in the picture, `scale` the number of pixels per unit. */
export interface View {
  yaw: number
  pitch: number
  roll?: number
  x: number
  y: number
  scale: number
  /** Distance of the eye in units: small for near and dramatic, large for flat. */
  eye: number
}

export const turned = ({ yaw, pitch, roll = 0 }: Pick<View, 'yaw' | 'pitch' | 'roll'>): ((p: Point) => Point) => {
  const [cy, sy, cp, sp, cr, sr] = [
    Math.cos(yaw),
    Math.sin(yaw),
    Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(roll),
    Math.sin(roll),
  ]
  return ([x, y, z]) => {
    const x1 = x * cy + z * sy
    const z1 = z * cy - x * sy
    const y2 = y * cp - z1 * sp
    const z2 = z1 * cp + y * sp
    return [x1 * cr - y2 * sr, x1 * sr + y2 * cr, z2]
  }
}

/** Returns the projection into the picture: x and y in pixels, and nearness. */
export const seen = (view: View): ((p: Point) => Point) => {
  const turn = turned(view)
  return (p) => {
    const [x, y, z] = turn(p)
    const k = (view.scale * view.eye) / Math.max(0.2, view.eye - z)
    return [view.x + x * k, view.y - y * k, z]
  }
}
