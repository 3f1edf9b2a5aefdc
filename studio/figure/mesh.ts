import type { Manifold, ManifoldToplevel } from 'manifold-3d'
import type { Rgb } from '../colour.ts'
import { clamp } from '../noise.ts'
import type { Point } from '../sculpt/mesh.ts'
import type { Field } from './field.ts'

/** A closed surface in mm; y points up. */
export interface Cast {
  /** Three numbers a corner. */
  at: Float32Array
  normal: Float32Array
  /** sRGB, 0 to 255, three numbers a corner. */
  colour: Uint8Array
  isMetal: Uint8Array
  /** Three corners a triangle, counter-clockwise from outside. */
  faces: Uint32Array
  /** Height in mm at which the figure can be cut off its base; null without a base. */
  partsAt: number | null
}

/** A point, such as a face, around which the mesh is `times` as fine. */
export interface Focus {
  at: Point
  radius: number
  times: number
}

export const mostTriangles = 198_000
const mostOfFigure = 182_000

/** Returns the map from the space of the grid, which is stretched around the focus, to the space of the figure. */
const unstretched = ({ at: [cx, cy, cz], radius, times }: Focus): ((p: Point) => Point) => {
  const gain = (times - 1) * radius
  const stretched = (r: number) => r + gain * (1 - Math.exp(-r / radius))
  const reach = 96
  const steps = 6000
  const shrink = new Float64Array(steps + 2)
  for (let i = 0, r = 0; i <= steps + 1; i++) {
    const far = (i / steps) * reach
    for (let k = 0; k < 8; k++) r -= (stretched(r) - far) / (1 + (gain / radius) * Math.exp(-r / radius))
    shrink[i] = far > 0 ? r / far : 1 / times
  }
  return ([x, y, z]) => {
    const dx = x - cx
    const dy = y - cy
    const dz = z - cz
    const t = Math.min(steps, (Math.sqrt(dx * dx + dy * dy + dz * dz) * steps) / reach)
    const i = t | 0
    const low = shrink[i] as number
    const k = low + ((shrink[i + 1] as number) - low) * (t - i)
    return [cx + dx * k, cy + dy * k, cz + dz * k]
  }
}

/** Returns the largest connected part without inner cavities: loose crumbs do not print, and cavities trap resin. */
export const solidOf = (made: Manifold): Manifold => {
  const parts = made.decompose()
  const main = parts.reduce((best, part) => (part.volume() > best.volume() ? part : best))
  for (const part of parts) if (part !== main) part.delete()
  if (parts.length > 1) made.delete()
  return parts.length > 1 ? main : made
}

const step = 0.05
/** Largest distance in mm by which a surface is moved outwards. */
const mostGrowth = 0.6
const samples = 5

/**
 * Cosines of the angle between a surface and the exact opposite of its other side: no thickening below `none`, full thickening
 * above `all`. Excludes fur and scales.
 */
const opposite = { none: 0.6, all: 0.9 }

/**
 * Thickens walls below `least` mm by moving each side outwards by half of the missing thickness, so that wings, blades and horns
 * of small figures print. The gap to a neighbour stays open.
 */
const thickener = ({ at }: Field, least: number): ((p: [number, number, number]) => void) => {
  const normalAt = (x: number, y: number, z: number): Point | undefined => {
    const d = at(x, y, z)
    const [gx, gy, gz] = [at(x + step, y, z) - d, at(x, y + step, z) - d, at(x, y, z + step) - d]
    const slope = Math.sqrt(gx * gx + gy * gy + gz * gz)
    return slope < 1e-6 ? undefined : [gx / slope, gy / slope, gz / slope]
  }
  /** Returns the mm from a point to the opposite surface along its inward normal, or `least` if that is farther. */
  const depthOf = (x: number, y: number, z: number, [nx, ny, nz]: Point): number => {
    let [before, inside] = [0, 0]
    for (let i = 1; i <= samples; i++) {
      const t = (least * i) / samples
      const d = at(x - nx * t, y - ny * t, z - nz * t)
      if (d >= 0 && inside < 0) return before + (t - before) * (-inside / (d - inside))
      before = t
      inside = d
    }
    return least
  }
  return (p) => {
    const [x, y, z] = p
    const normal = normalAt(x, y, z)
    if (!normal) return
    const depth = depthOf(x, y, z, normal)
    if (depth >= least) return
    const [nx, ny, nz] = normal
    const other = normalAt(x - nx * depth, y - ny * depth, z - nz * depth)
    if (!other) return
    const facing = -(nx * other[0] + ny * other[1] + nz * other[2])
    const share = clamp((facing - opposite.none) / (opposite.all - opposite.none))
    const wanted = Math.min(mostGrowth, ((least - depth) / 2) * share)
    if (wanted <= 0) return
    let by = wanted
    // Several samples, since a single one could lie in the free space behind a thin neighbour.
    for (const part of [0.5, 1, 2]) {
      const t = wanted * part
      by = Math.min(by, at(x + nx * t, y + ny * t, z + nz * t) / part)
    }
    if (by <= 0) return
    p[0] += nx * by
    p[1] += ny * by
    p[2] += nz * by
  }
}

/** Meshes a field within a box, and thickens walls to `least` mm. Edges are about `edge` mm long, or longer to limit the triangles. */
export const solidify = (
  { Manifold: solids }: ManifoldToplevel,
  field: Field,
  [min, max]: readonly [Point, Point],
  { edge, focus, floor = 0, least }: { edge: number; focus?: Focus | undefined; floor?: number; least: number },
): Manifold => {
  const back = focus ? unstretched(focus) : (p: Point) => p
  const margin = focus ? (focus.times - 1) * focus.radius : 0
  const grown = (p: Point, by: number) => p.map((v) => v + by) as [number, number, number]
  const bounds = { min: grown(min, -margin), max: grown(max, margin) }
  for (let length = edge; ; ) {
    const raw = solids.levelSet((p) => -field.at(...back(p)), bounds, length)
    const count = raw.numTri()
    if (count > mostOfFigure) {
      raw.delete()
      length *= Math.sqrt(count / (mostOfFigure * 0.8))
      continue
    }
    const placed = focus
      ? raw.warp((p) => {
          const [x, y, z] = back(p as Point)
          p[0] = x
          p[1] = y
          p[2] = z
        })
      : raw
    return solidOf(placed.warp(thickener(field, least)).trimByPlane([0, 1, 0], floor))
  }
}

/**
 * Returns the normal of each corner by its triangles, and by how much it protrudes from its neighbours relative to their distance:
 * positive on edges, negative in grooves.
 */
export const formOf = (at: Float32Array, faces: Uint32Array): { normal: Float32Array; stand: Float32Array } => {
  const count = at.length / 3
  const normal = new Float32Array(at.length)
  const mean = new Float32Array(at.length)
  const ways = new Float32Array(count)
  const length = new Float32Array(count)
  const n = (i: number) => at[i] as number
  for (let f = 0; f < faces.length; f += 3) {
    const own = [3 * (faces[f] as number), 3 * (faces[f + 1] as number), 3 * (faces[f + 2] as number)] as const
    const [a, b, c] = own
    const [ux, uy, uz] = [n(b) - n(a), n(b + 1) - n(a + 1), n(b + 2) - n(a + 2)]
    const [vx, vy, vz] = [n(c) - n(a), n(c + 1) - n(a + 1), n(c + 2) - n(a + 2)]
    const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const [i, p] of own.entries()) {
      const q = own[(i + 1) % 3] as number
      let square = 0
      for (let k = 0; k < 3; k++) {
        normal[p + k] = (normal[p + k] as number) + (cross[k] as number)
        mean[p + k] = (mean[p + k] as number) + n(q + k)
        square += (n(q + k) - n(p + k)) ** 2
      }
      ways[p / 3] = (ways[p / 3] as number) + 1
      length[p / 3] = (length[p / 3] as number) + Math.sqrt(square)
    }
  }
  const stand = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const p = 3 * i
    const l = Math.hypot(normal[p] as number, normal[p + 1] as number, normal[p + 2] as number) || 1
    const k = ways[i] || 1
    let out = 0
    for (let c = 0; c < 3; c++) {
      normal[p + c] = (normal[p + c] as number) / l
      out += (n(p + c) - (mean[p + c] as number) / k) * (normal[p + c] as number)
    }
    stand[i] = out / Math.max(1e-6, (length[i] as number) / k)
  }
  return { normal, stand }
}

/** Returns the values of corners, each averaged with those of its neighbours. */
const softened = (values: Float32Array, faces: Uint32Array): Float32Array => {
  const sum = values.slice()
  const count = new Float32Array(values.length).fill(1)
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; k++) {
      const i = faces[f + k] as number
      const j = faces[f + ((k + 1) % 3)] as number
      sum[i] = (sum[i] as number) + (values[j] as number)
      count[i] = (count[i] as number) + 1
    }
  return sum.map((value, i) => value / (count[i] as number))
}

/** Paints corners as miniatures are painted: the colour, a dark wash where it is deep, a light brush over edges, light from above. */
const painted = (field: Field, at: Float32Array, normal: Float32Array, stand: Float32Array) => {
  const colour = new Uint8Array(at.length)
  const isMetal = new Uint8Array(at.length / 3)
  for (let i = 0; i < isMetal.length; i++) {
    const p = 3 * i
    const [x, y, z] = [at[p] as number, at[p + 1] as number, at[p + 2] as number]
    const [nx, ny, nz] = [normal[p] as number, normal[p + 1] as number, normal[p + 2] as number]
    const look = field.look(x, y, z)
    let open = 0
    for (const [way, share] of [
      [0.45, 0.4],
      [1.1, 0.35],
      [2.4, 0.25],
    ] as const)
      open += share * clamp(field.at(x + nx * way, y + ny * way, z + nz * way) / way)
    const edge = clamp((stand[i] as number) * 3.2, -0.5, 0.6)
    const wash = 0.42 + 0.58 * open ** 0.9 + Math.min(0, edge) * 0.45
    const brush = Math.max(0, edge) * 0.42 + 0.06 * ny
    isMetal[i] = look.isMetal ? 1 : 0
    for (let c = 0; c < 3; c++) {
      const own = (look.colour[c] as number) * wash
      colour[p + c] = clamp(own + (brush > 0 ? (255 - own) * brush * 0.55 : own * brush), 0, 255)
    }
  }
  return { colour, isMetal }
}

/** Returns a solid with the colours of its field. Corners outside the field are lettering, and have the colour `letters`. */
export const castOf = (solid: Manifold, field: Field, partsAt: number | null, letters: Rgb = [214, 176, 92]): Cast => {
  const { vertProperties, triVerts, numProp } = solid.getMesh()
  const count = vertProperties.length / numProp
  const at = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) for (let c = 0; c < 3; c++) at[3 * i + c] = vertProperties[i * numProp + c] as number
  const faces = new Uint32Array(triVerts)
  const { normal, stand } = formOf(at, faces)
  const { colour, isMetal } = painted(field, at, normal, softened(stand, faces))
  for (let i = 0; i < count; i++)
    if (field.at(at[3 * i] as number, at[3 * i + 1] as number, at[3 * i + 2] as number) > 0.14) {
      colour.set(letters, 3 * i)
      isMetal[i] = 1
    }
  return { at, normal, colour, isMetal, faces, partsAt }
}

/** Returns a cast scaled by a factor. */
export const scaled = (cast: Cast, by: number): Cast => ({
  ...cast,
  at: cast.at.map((v) => v * by),
  partsAt: cast.partsAt === null ? null : cast.partsAt * by,
})
