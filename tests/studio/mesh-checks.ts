/** Checks of meshes that are independent of the geometry kernel. Lengths are mm. */

interface Mesh {
  at: ArrayLike<number>
  faces: ArrayLike<number>
}
type Point = readonly [number, number, number]

/** Edges that do not belong to exactly two triangles, which run along them in opposite directions. */
export const openEdges = (faces: ArrayLike<number>): number => {
  const edges = new Map<number, number>()
  // Corners are below 2 ** 26: both fit into a number.
  const key = (from: number, to: number) => from * 2 ** 26 + to
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; k++) {
      const edge = key(faces[f + k] as number, faces[f + ((k + 1) % 3)] as number)
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
  let open = 0
  for (const [edge, count] of edges) {
    const [from, to] = [Math.floor(edge / 2 ** 26), edge % 2 ** 26]
    if (count !== 1 || edges.get(key(to, from)) !== 1) open++
  }
  return open
}

const cornerOf = ({ at }: Mesh, i: number): Point => [
  at[3 * i] as number,
  at[3 * i + 1] as number,
  at[3 * i + 2] as number,
]
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

const triangleOf = (mesh: Mesh, f: number) =>
  [0, 1, 2].map((k) => cornerOf(mesh, mesh.faces[f + k] as number)) as [Point, Point, Point]

/** mm³ enclosed, by the divergence theorem; negative where triangles face inwards. */
export const volumeOf = (mesh: Mesh): number => {
  let six = 0
  for (let f = 0; f < mesh.faces.length; f += 3) {
    const [a, b, c] = triangleOf(mesh, f)
    six += dot(a, cross(b, c))
  }
  return six / 6
}

/** Where a ray from `from` along `way` meets a triangle; undefined where it does not (Möller and Trumbore). */
const meets = (from: Point, way: Point, [a, b, c]: readonly [Point, Point, Point]): number | undefined => {
  const [u, v] = [minus(b, a), minus(c, a)]
  const p = cross(way, v)
  const determinant = dot(u, p)
  if (Math.abs(determinant) < 1e-12) return undefined
  const s = minus(from, a)
  const x = dot(s, p) / determinant
  const q = cross(s, u)
  const y = dot(way, q) / determinant
  if (x < 0 || y < 0 || x + y > 1) return undefined
  const t = dot(v, q) / determinant
  return t > 1e-4 ? t : undefined
}

const isFar = ({ at }: Mesh, i: number, [x, y, z]: Point, by: number): boolean =>
  Math.abs((at[i] as number) - x) > by ||
  Math.abs((at[i + 1] as number) - y) > by ||
  Math.abs((at[i + 2] as number) - z) > by

/**
 * The share of the surface, from 0 to 1, whose opposite side is nearer than `least` mm, by `samples` rays. Edges and tips, whose sides are not
 * opposite, do not count.
 */
export const thinShare = (mesh: Mesh, least: number, samples = 300): number => {
  const count = mesh.faces.length / 3
  const step = Math.max(1, Math.floor(count / samples))
  let [all, thin] = [0, 0]
  for (let n = 0; n < count; n += step) {
    const [a, b, c] = triangleOf(mesh, 3 * n)
    const normal = cross(minus(b, a), minus(c, a))
    const area = Math.hypot(...normal)
    if (area < 1e-6) continue
    const way: Point = [-normal[0] / area, -normal[1] / area, -normal[2] / area]
    const from: Point = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3]
    let [nearest, facing] = [Number.POSITIVE_INFINITY, 0]
    for (let m = 0; m < count; m++) {
      const corner = 3 * (mesh.faces[3 * m] as number)
      // What begins far away is either no opposite side or a large, flat one, such as the bottom of a base.
      if (m === n || isFar(mesh, corner, from, least + 1.5)) continue
      const other = triangleOf(mesh, 3 * m)
      const t = meets(from, way, other)
      if (t === undefined || t >= nearest) continue
      const back = cross(minus(other[1], other[0]), minus(other[2], other[0]))
      nearest = t
      facing = dot(back, way) / (Math.hypot(...back) || 1)
    }
    all += area
    if (nearest < least && facing > 0.8) thin += area
  }
  return all === 0 ? 0 : thin / all
}

/** The share of the ground below a model, by the box around it, on which it rests. */
export const restingArea = (mesh: Mesh): number => {
  let area = 0
  for (let f = 0; f < mesh.faces.length; f += 3) {
    const [a, b, c] = triangleOf(mesh, f)
    if (Math.max(a[1], b[1], c[1]) < 0.02) area += Math.hypot(...cross(minus(b, a), minus(c, a))) / 2
  }
  return area
}
