import type { Rgb } from '../colour.ts'
import { type Camera, type Hit, project } from './space.ts'

/** Returns the colour of a surface at (u, v), in metres; `fine` is the number of pixels per metre there. */
export type Surface = (u: number, v: number, fine: number, hit: Hit) => Rgb

interface Made {
  surface: Surface
  /** Names of the thing that the solid belongs to. */
  words?: readonly string[]
  /** Strength of its own light, 0 to 1. */
  lamp?: number
  /** Lets light through, as glass and flames do. */
  clear?: boolean
}

export interface Box extends Made {
  x: number
  y: number
  z: number
  /** Half its width and depth, and its whole height from y up. */
  w: number
  d: number
  h: number
  /** Rotation about its vertical axis, in radians. */
  turn?: number
}

/** A solid of revolution: its radius squared at height y is `r² - bulge·(y - middle)²` (0 for a cylinder, 1 for a ball). */
export interface Round extends Made {
  x: number
  y: number
  z: number
  r: number
  h: number
  bulge?: number
}

export type Solid = Box | Round

const straight: readonly [number, number] = [1, 0]
const turns = new WeakMap<Box, readonly [number, number]>()

/** Returns the cosine and sine of a box's rotation; cached, since every ray needs them. */
const turnOf = (solid: Box): readonly [number, number] => {
  const known = turns.get(solid)
  if (known) return known
  const turn = [Math.cos(solid.turn ?? 0), Math.sin(solid.turn ?? 0)] as const
  turns.set(solid, turn)
  return turn
}

const isBox = (solid: Solid): solid is Box => 'w' in solid

const box = (solid: Box, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, hit: Hit): boolean => {
  const [c, s] = solid.turn ? turnOf(solid) : straight
  const px = (ox - solid.x) * c + (oz - solid.z) * s
  const pz = (oz - solid.z) * c - (ox - solid.x) * s
  const py = oy - solid.y
  const qx = dx * c + dz * s
  const qz = dz * c - dx * s
  let near = 1e-4
  let far = hit.t
  let axis = -1
  const slab = (p: number, q: number, low: number, high: number, which: number): boolean => {
    if (Math.abs(q) < 1e-9) return p >= low && p <= high
    let a = (low - p) / q
    let b = (high - p) / q
    if (a > b) [a, b] = [b, a]
    if (a > near) {
      near = a
      axis = which
    }
    if (b < far) far = b
    return near < far
  }
  if (!slab(px, qx, -solid.w, solid.w, 0) || !slab(py, dy, 0, solid.h, 1) || !slab(pz, qz, -solid.d, solid.d, 2))
    return false
  if (axis < 0 || near >= hit.t) return false
  hit.t = near
  const lx = px + near * qx
  const ly = py + near * dy
  const lz = pz + near * qz
  const out = axis === 0 ? -Math.sign(qx) : axis === 2 ? -Math.sign(qz) : 0
  hit.nx = axis === 0 ? out * c : axis === 2 ? -out * s : 0
  hit.nz = axis === 0 ? out * s : axis === 2 ? out * c : 0
  hit.ny = axis === 1 ? -Math.sign(dy) : 0
  hit.u = axis === 0 ? lz : lx
  hit.v = axis === 1 ? lz : ly
  return true
}

const round = (
  solid: Round,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  hit: Hit,
): boolean => {
  const k = solid.bulge ?? 0
  const middle = solid.y + solid.h / 2
  const px = ox - solid.x
  const py = oy - middle
  const pz = oz - solid.z
  const A = dx * dx + dz * dz + k * dy * dy
  const B = px * dx + pz * dz + k * py * dy
  const C = px * px + pz * pz + k * py * py - solid.r * solid.r
  let found = false
  const root = B * B - A * C
  if (root > 0) {
    const t = (-B - Math.sqrt(root)) / A
    const y = oy + t * dy
    if (t > 1e-4 && t < hit.t && y >= solid.y && y <= solid.y + solid.h) {
      hit.t = t
      const x = px + t * dx
      const z = pz + t * dz
      const n = Math.hypot(x, k * (y - middle), z) || 1
      hit.nx = x / n
      hit.ny = (k * (y - middle)) / n
      hit.nz = z / n
      hit.u = Math.atan2(x, -z) * solid.r
      hit.v = y - solid.y
      found = true
    }
  }
  const lid = solid.r * solid.r - k * (solid.h / 2) ** 2
  if (lid > 0 && dy !== 0) {
    const top = dy < 0 ? solid.y + solid.h : solid.y
    const t = (top - oy) / dy
    const x = px + t * dx
    const z = pz + t * dz
    if (t > 1e-4 && t < hit.t && x * x + z * z < lid) {
      hit.t = t
      hit.nx = 0
      hit.ny = dy < 0 ? 1 : -1
      hit.nz = 0
      hit.u = x
      hit.v = z
      found = true
    }
  }
  return found
}

/** Returns whether a ray meets the solid before `hit.t`. If so, writes t, normal, u and v to `hit`, but not x, y and z. */
export const meets = (
  solid: Solid,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  hit: Hit,
): boolean => (isBox(solid) ? box : round)(solid as never, ox, oy, oz, dx, dy, dz, hit)

/** Returns the radius of a circle around the solid, as seen from above. */
export const reachOf = (solid: Solid): number => (isBox(solid) ? Math.hypot(solid.w, solid.d) : solid.r)

/** Returns the pixel bounds of a solid (left, top, right, bottom); null if it reaches closer than 0.25 m to the viewer. */
export const boundsOf = (
  camera: Camera,
  solid: Solid,
  w: number,
  h: number,
): [number, number, number, number] | null => {
  const r = reachOf(solid)
  const near = solid.z - r
  if (near < 0.25) return null
  let [left, top, right, bottom] = [w, h, 0, 0]
  for (const x of [solid.x - r, solid.x + r])
    for (const y of [solid.y, solid.y + solid.h])
      for (const z of [near, solid.z + r]) {
        const [px, py] = project(camera, x, y, z)
        left = Math.min(left, px)
        right = Math.max(right, px)
        top = Math.min(top, py)
        bottom = Math.max(bottom, py)
      }
  return [
    Math.max(0, Math.floor(left)),
    Math.max(0, Math.floor(top)),
    Math.min(w - 1, Math.ceil(right)),
    Math.min(h - 1, Math.ceil(bottom)),
  ]
}
