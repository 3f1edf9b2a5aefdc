/** Surfaces as grids of points. x is to the viewer's right, y up, z towards the viewer. */

export type Point = readonly [number, number, number]

export interface Mesh {
  /** Three numbers a point. */
  at: Float32Array
  normal: Float32Array
  /** Two numbers a point: its coordinates on the surface, or on the texture. */
  uv: Float32Array
  /** Three points a triangle. */
  faces: Uint32Array
}

/** Normals are the mean of the triangles around a point; points at one place share theirs, so that no seam shows. */
const withNormals = (at: Float32Array, uv: Float32Array, faces: Uint32Array, cols: number, rows: number): Mesh => {
  const normal = new Float32Array(at.length)
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f] as number, faces[f + 1] as number, faces[f + 2] as number].map((i) => 3 * i) as [
      number,
      number,
      number,
    ]
    const n = (i: number) => at[i] as number
    const ux = n(b) - n(a)
    const uy = n(b + 1) - n(a + 1)
    const uz = n(b + 2) - n(a + 2)
    const vx = n(c) - n(a)
    const vy = n(c + 1) - n(a + 1)
    const vz = n(c + 2) - n(a + 2)
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    for (const i of [a, b, c]) {
      normal[i] = (normal[i] as number) + x
      normal[i + 1] = (normal[i + 1] as number) + y
      normal[i + 2] = (normal[i + 2] as number) + z
    }
  }
  const share = (points: readonly number[]) => {
    for (let c = 0; c < 3; c++) {
      const sum = points.reduce((total, p) => total + (normal[3 * p + c] as number), 0)
      for (const p of points) normal[3 * p + c] = sum
    }
  }
  const near = (p: number, q: number) =>
    [0, 1, 2].every((c) => Math.abs((at[3 * p + c] as number) - (at[3 * q + c] as number)) < 1e-5)
  for (let row = 0; row <= rows; row++) {
    const first = row * (cols + 1)
    if (near(first, first + cols)) share([first, first + cols])
    if ((row === 0 || row === rows) && near(first, first + 1))
      share(Array.from({ length: cols + 1 }, (_, i) => first + i))
  }
  return { at, normal, uv, faces }
}

/** Returns a surface through `place(s, t)`, both from 0 to 1; s runs round (counter-clockwise from above), t from top to foot. */
export const grid = (
  cols: number,
  rows: number,
  place: (s: number, t: number) => Point,
  texture?: (s: number, t: number, at: Point) => readonly [number, number],
): Mesh => {
  const count = (cols + 1) * (rows + 1)
  const at = new Float32Array(count * 3)
  const uv = new Float32Array(count * 2)
  const faces = new Uint32Array(cols * rows * 6)
  let p = 0
  for (let row = 0; row <= rows; row++)
    for (let col = 0; col <= cols; col++, p++) {
      const s = col / cols
      const t = row / rows
      const point = place(s, t)
      at.set(point, 3 * p)
      uv.set(texture ? texture(s, t, point) : [s, t], 2 * p)
    }
  let f = 0
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const a = row * (cols + 1) + col
      const b = a + cols + 1
      faces.set([a, b, a + 1, a + 1, b, b + 1], f)
      f += 6
    }
  return withNormals(at, uv, faces, cols, rows)
}

/** Interpolates evenly spaced values at t, 0 to 1 (Catmull and Rom). */
export const curve = (values: readonly number[], t: number): number => {
  const last = values.length - 1
  const x = Math.min(Math.max(t, 0), 1) * last
  const i = Math.min(last - 1, Math.floor(x))
  const f = x - i
  const v = (k: number) => values[Math.min(last, Math.max(0, k))] as number
  const [p, q, r, s] = [v(i - 1), v(i), v(i + 1), v(i + 2)]
  return q + 0.5 * f * (r - p + f * (2 * p - 5 * q + 4 * r - s + f * (3 * (q - r) + s - p)))
}

/** Interpolates smoothly between values at ascending places. */
export const through = (stops: readonly (readonly [number, number])[], x: number): number => {
  const last = stops.length - 1
  let i = 0
  while (i < last - 1 && x > (stops[i + 1] as readonly [number, number])[0]) i++
  const [x0, y0] = stops[i] as readonly [number, number]
  const [x1, y1] = stops[Math.min(last, i + 1)] as readonly [number, number]
  const t = Math.min(1, Math.max(0, (x - x0) / Math.max(1e-6, x1 - x0)))
  const slope = (k: number) => {
    const [ax, ay] = stops[Math.max(0, k - 1)] as readonly [number, number]
    const [bx, by] = stops[Math.min(last, k + 1)] as readonly [number, number]
    return bx === ax ? 0 : (by - ay) / (bx - ax)
  }
  const d = x1 - x0
  const m0 = slope(i) * d
  const m1 = slope(i + 1) * d
  return (
    y0 * (2 * t ** 3 - 3 * t ** 2 + 1) +
    m0 * (t ** 3 - 2 * t ** 2 + t) +
    y1 * (3 * t ** 2 - 2 * t ** 3) +
    m1 * (t ** 3 - t ** 2)
  )
}

const unit = ([x, y, z]: Point): Point => {
  const l = Math.hypot(x, y, z) || 1
  return [x / l, y / l, z / l]
}
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** A point of a spine, with the half width of the body there, and its half depth if it differs. */
export type Rib = readonly [x: number, y: number, z: number, wide: number, deep?: number]

/** Returns a body along a smooth spine through its ribs, with elliptical sections. `up` is the direction of depth at its beginning. */
export const loft = (
  ribs: readonly Rib[],
  { sides = 12, steps = ribs.length * 3, up = [0, 0, 1] as Point, closed = true } = {},
): Mesh => {
  const column = (c: 0 | 1 | 2) => ribs.map((rib) => rib[c])
  const [xs, ys, zs] = [column(0), column(1), column(2)]
  const wide = ribs.map((rib) => rib[3])
  const deep = ribs.map((rib) => rib[4] ?? rib[3])
  const point = (t: number): Point => [curve(xs, t), curve(ys, t), curve(zs, t)]
  let side: Point = [1, 0, 0]
  const rings = Array.from({ length: steps + 1 }, (_, k) => {
    const t = k / steps
    const a = point(Math.max(0, t - 0.01))
    const b = point(Math.min(1, t + 0.01))
    const along = unit([b[0] - a[0], b[1] - a[1], b[2] - a[2]])
    if (k === 0) {
      const first = cross(along, up)
      side = unit(dot(first, first) < 1e-6 ? cross(along, [1, 0, 0.1]) : first)
    } else {
      const d = dot(side, along)
      side = unit([side[0] - d * along[0], side[1] - d * along[1], side[2] - d * along[2]])
    }
    return { centre: point(t), side, out: cross(side, along), w: curve(wide, t), d: curve(deep, t) }
  })
  return grid(sides, steps, (s, t) => {
    const ring = rings[Math.round(t * steps)] as (typeof rings)[number]
    const end = closed && (t === 0 || t === 1) ? 0.02 : 1
    const c = Math.cos(s * 2 * Math.PI) * Math.max(0.0004, ring.w) * end
    const d = Math.sin(s * 2 * Math.PI) * Math.max(0.0004, ring.d) * end
    return [0, 1, 2].map(
      (i) => (ring.centre[i] as number) + (ring.side[i] as number) * c + (ring.out[i] as number) * d,
    ) as unknown as Point
  })
}

/** An ellipsoid, its surface moved outwards by `swell`. */
export const ball = (
  [x, y, z]: Point,
  [rx, ry, rz]: Point,
  { cols = 24, rows = 16, swell = (_x: number, _y: number, _z: number): number => 0 } = {},
): Mesh =>
  grid(cols, rows, (s, t) => {
    const a = s * 2 * Math.PI
    const b = t * Math.PI
    const nx = Math.sin(a) * Math.sin(b)
    const ny = Math.cos(b)
    const nz = Math.cos(a) * Math.sin(b)
    const r = 1 + swell(nx, ny, nz)
    return [x + nx * rx * r, y + ny * ry * r, z + nz * rz * r]
  })
