import { clamp } from '../noise.ts'
import { curve, type Point, through } from '../sculpt/mesh.ts'

/** A solid as its signed distance in mm: negative inside. x is to the viewer's right, y up, z towards the viewer. */
export type Shape = (x: number, y: number, z: number) => number

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const plus = (a: Point, b: Point, times = 1): Point => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
]
export const between = (a: Point, b: Point, t: number): Point => plus(a, minus(b, a), t)
export const unit = (p: Point): Point => {
  const l = Math.hypot(...p) || 1
  return [p[0] / l, p[1] / l, p[2] / l]
}
export const direction = (from: Point, to: Point): Point => unit(minus(to, from))
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** A position and three perpendicular unit axes. */
export interface Frame {
  at: Point
  x: Point
  y: Point
  z: Point
}

/** Returns a frame whose y points along `up` and whose z comes as near to `front` as it can. */
export const frame = (at: Point, up: Point = [0, 1, 0], front: Point = [0, 0, 1]): Frame => {
  const y = unit(up)
  const side = cross(y, front)
  const x = Math.hypot(...side) < 1e-4 ? unit(cross(y, [0.31, 0.17, 0.94])) : unit(side)
  return { at, x, y, z: cross(x, y) }
}

/** Converts a point from the frame's coordinates to world coordinates. */
export const outOf = ({ at, x, y, z }: Frame, [a, b, c]: Point): Point => [
  at[0] + x[0] * a + y[0] * b + z[0] * c,
  at[1] + x[1] * a + y[1] * b + z[1] * c,
  at[2] + x[2] * a + y[2] * b + z[2] * c,
]

/** Converts a point from world coordinates to the frame's coordinates. */
export const into = ({ at, x, y, z }: Frame, [a, b, c]: Point): Point => {
  const [p, q, r] = [a - at[0], b - at[1], c - at[2]]
  return [p * x[0] + q * x[1] + r * x[2], p * y[0] + q * y[1] + r * y[2], p * z[0] + q * z[1] + r * z[2]]
}

/** Returns a shape moved to a frame and scaled by `size`. */
export const placed = (shape: Shape, { at, x, y, z }: Frame, size = 1): Shape => {
  const [ax, ay, az] = at
  const [xx, xy, xz] = x
  const [yx, yy, yz] = y
  const [zx, zy, zz] = z
  const k = 1 / size
  return (px, py, pz) => {
    const a = (px - ax) * k
    const b = (py - ay) * k
    const c = (pz - az) * k
    return shape(a * xx + b * xy + c * xz, a * yx + b * yy + c * yz, a * zx + b * zy + c * zz) * size
  }
}

export const ball =
  ([cx, cy, cz]: Point, r: number): Shape =>
  (x, y, z) =>
    Math.hypot(x - cx, y - cy, z - cz) - r

export const ellipsoid = ([cx, cy, cz]: Point, [rx, ry, rz]: Point): Shape => {
  const least = Math.min(rx, ry, rz)
  return (x, y, z) => {
    const [a, b, c] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz]
    const k0 = Math.hypot(a, b, c)
    if (k0 < 1e-3) return -least
    return (k0 * (k0 - 1)) / Math.hypot(a / rx, b / ry, c / rz)
  }
}

/** A box with rounded edges. */
export const box =
  ([cx, cy, cz]: Point, [hx, hy, hz]: Point, round = 0.2): Shape =>
  (x, y, z) => {
    const a = Math.abs(x - cx) - hx + round
    const b = Math.abs(y - cy) - hy + round
    const c = Math.abs(z - cz) - hz + round
    return Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0)) + Math.min(Math.max(a, b, c), 0) - round
  }

/** A rounded cone from one ball to another. */
export const limb = (a: Point, ra: number, b: Point, rb = ra): Shape => {
  const [ax, ay, az] = a
  const [ux, uy, uz] = minus(b, a)
  const whole = Math.max(1e-9, ux * ux + uy * uy + uz * uz)
  return (x, y, z) => {
    const px = x - ax
    const py = y - ay
    const pz = z - az
    const t = clamp((px * ux + py * uy + pz * uz) / whole)
    return Math.sqrt((px - ux * t) ** 2 + (py - uy * t) ** 2 + (pz - uz * t) ** 2) - (ra + (rb - ra) * t)
  }
}

/** x, y, z and radius. */
export type Bead = readonly [number, number, number, number]

/** A tube through beads, smooth in its course and its thickness. */
export const tube = (beads: readonly Bead[], steps = beads.length > 2 ? 4 * (beads.length - 1) : 1): Shape => {
  const value = (c: number, t: number) =>
    curve(
      beads.map((bead) => bead[c] as number),
      t,
    )
  const at = Array.from({ length: steps + 1 }, (_, i) =>
    [0, 1, 2, 3].map((c) => value(c, i / steps)),
  ) as unknown as Bead[]
  const flat = Float64Array.from(at.flat())
  const last = flat.length - 4
  const middle = [0, 1, 2].map((c) => at.reduce((sum, bead) => sum + (bead[c] as number), 0) / at.length)
  const [mx, my, mz] = middle as unknown as Point
  const whole = Math.max(...at.map(([x, y, z, r]) => Math.hypot(x - mx, y - my, z - mz) + r))
  const most = 0.4 * whole
  return (x, y, z) => {
    // Far away, the distance to the bounding sphere is precise enough.
    const far = Math.sqrt((x - mx) ** 2 + (y - my) ** 2 + (z - mz) ** 2) - whole
    if (far > most) return far
    let least = 1e9
    for (let i = 0; i < last; i += 4) {
      const ax = flat[i] as number
      const ay = flat[i + 1] as number
      const az = flat[i + 2] as number
      const ar = flat[i + 3] as number
      const ux = (flat[i + 4] as number) - ax
      const uy = (flat[i + 5] as number) - ay
      const uz = (flat[i + 6] as number) - az
      const px = x - ax
      const py = y - ay
      const pz = z - az
      const along = (px * ux + py * uy + pz * uz) / (ux * ux + uy * uy + uz * uz + 1e-12)
      const t = Math.min(1, Math.max(0, along))
      const [dx, dy, dz] = [px - ux * t, py - uy * t, pz - uz * t]
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz) - ar - ((flat[i + 7] as number) - ar) * t
      if (d < least) least = d
    }
    return least
  }
}

/** A disc or drum around a vertical axis, with a rounded rim; `half` is half of its height. */
export const drum =
  ([cx, cy, cz]: Point, r: number, half: number, round = 0.15): Shape =>
  (x, y, z) => {
    const a = Math.hypot(x - cx, z - cz) - r + round
    const b = Math.abs(y - cy) - half + round
    return Math.hypot(Math.max(a, 0), Math.max(b, 0)) + Math.min(Math.max(a, b), 0) - round
  }

/** A ring around a vertical axis; `thick` is the radius of its section. */
export const ring =
  ([cx, cy, cz]: Point, wide: number, thick: number): Shape =>
  (x, y, z) =>
    Math.hypot(Math.hypot(x - cx, z - cz) - wide, y - cy) - thick

/** Returns interpolated values between two heights from a lookup table, since a figure reads them millions of times. */
const tabled = (stops: readonly (readonly [number, number])[], low: number, high: number): ((y: number) => number) => {
  const steps = 160
  const values = Float64Array.from({ length: steps + 2 }, (_, i) => through(stops, low + ((high - low) * i) / steps))
  const k = steps / Math.max(1e-9, high - low)
  return (y) => {
    const t = (y - low) * k
    const i = t | 0
    const v = values[i] as number
    return v + ((values[i + 1] as number) - v) * (t - i)
  }
}

/** A solid of rotation round the y axis: heights and radii, from below. */
export const turnedSolid = (profile: readonly (readonly [number, number])[]): Shape => {
  const low = (profile[0] as readonly [number, number])[0]
  const high = (profile.at(-1) as readonly [number, number])[0]
  const radius = tabled(profile, low, high)
  return (x, y, z) => {
    const r = radius(Math.min(high, Math.max(low, y)))
    const side = (Math.hypot(x, z) - r) * 0.85
    return Math.max(side, low - y, y - high)
  }
}

/** A section of a column: height, half width, half depth, and its middle. */
export type Section = readonly [y: number, wide: number, deep: number, x?: number, z?: number]

interface ColumnOptions {
  /** Exponent of the superellipse of a section: 2 is an ellipse, 4 nearly a box. */
  square?: number
  /** Folds, as a share of the radius, by the angle (nought in front) and the height from 0 to 1. */
  folds?: (angle: number, t: number) => number
}

/** A solid through horizontal sections in ascending order, for bodies, robes and boots. */
export const column = (sections: readonly Section[], { square = 2, folds }: ColumnOptions = {}): Shape => {
  const stops = (c: 1 | 2 | 3 | 4) => sections.map((s) => [s[0], s[c] ?? 0] as const)
  const low = (sections[0] as Section)[0]
  const high = (sections.at(-1) as Section)[0]
  const wide = tabled(stops(1), low, high)
  const deep = tabled(stops(2), low, high)
  const xs = tabled(stops(3), low, high)
  const zs = tabled(stops(4), low, high)
  return (x, y, z) => {
    const h = Math.min(high, Math.max(low, y))
    const rx = wide(h)
    const rz = deep(h)
    const a = (x - xs(h)) / rx
    const b = (z - zs(h)) / rz
    const k0 = square === 2 ? Math.hypot(a, b) : (Math.abs(a) ** square + Math.abs(b) ** square) ** (1 / square)
    const swell = folds ? folds(Math.atan2(a, b), (h - low) / (high - low)) : 0
    const k1 = Math.hypot(a / rx, b / rz)
    const slope = k0 < 0.25 ? Math.min(rx, rz) : Math.min(Math.hypot(a, b) / k1, Math.max(rx, rz))
    const side = (k0 - 1 - swell) * slope * 0.9
    const end = Math.max(low - y, y - high)
    return side > 0 && end > 0 ? Math.hypot(side, end) : Math.max(side, end)
  }
}

export const grown =
  (shape: Shape, by: number): Shape =>
  (x, y, z) =>
    shape(x, y, z) - by

export const without =
  (a: Shape, b: Shape): Shape =>
  (x, y, z) =>
    Math.max(a(x, y, z), -b(x, y, z))

/** Cuts off the part of a shape that lies beyond a plane through a point, in the direction `towards`. */
export const cutBy = (shape: Shape, [px, py, pz]: Point, towards: Point): Shape => {
  const [nx, ny, nz] = unit(towards)
  return (x, y, z) => Math.max(shape(x, y, z), (x - px) * nx + (y - py) * ny + (z - pz) * nz)
}

/** Returns the smooth minimum (polynomial) of two distances, which joins solids with a soft seam of `k` mm. */
export const softly = (a: number, b: number, k: number): number => {
  if (k <= 0) return Math.min(a, b)
  const h = Math.max(k - Math.abs(a - b), 0) / k
  return Math.min(a, b) - h * h * k * 0.25
}
