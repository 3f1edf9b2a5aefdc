import type { Manifold } from 'manifold-3d'
import { loadSolids } from '../../../studio/figure/solids.ts'
import type { Mesh } from './glb.ts'

type Coloured = Pick<Mesh, 'at' | 'colour' | 'faces'>

interface Mended<Surface> {
  mesh: Surface
  /** True if the surface was changed, apart from joining corners at the same place. */
  repaired: boolean
  isClosed: boolean
  /** Sentences for the user. */
  notes: string[]
}

/** mm within which corners are the same. */
const sameWithin = 0.001
/** Largest number of holes that are closed, and of edges of a hole. */
const most = { holes: 2_000, edges: 5_000 }

/** Numbers triples of integers in the order of their first occurrence; equal triples get the same number. */
const numbered = (triples: Int32Array): { numbers: Uint32Array; count: number } => {
  const all = triples.length / 3
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * all + 2))).fill(-1)
  const numbers = new Uint32Array(all)
  const firsts: number[] = []
  for (let i = 0; i < all; i++) {
    const [a, b, c] = [triples[3 * i] as number, triples[3 * i + 1] as number, triples[3 * i + 2] as number]
    let slot = Math.imul(Math.imul(a, 73_856_093) ^ Math.imul(b, 19_349_663) ^ Math.imul(c, 83_492_791), 0x9e3779b1)
    for (slot = (slot >>> 7) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const number = slots[slot] as number
      const first = 3 * (firsts[number] ?? 0)
      if (number === -1) {
        slots[slot] = firsts.length
        numbers[i] = firsts.length
        firsts.push(i)
        break
      }
      if (triples[first] === a && triples[first + 1] === b && triples[first + 2] === c) {
        numbers[i] = number
        break
      }
    }
  }
  return { numbers, count: firsts.length }
}

/** Corners at the same place become one, with their mean colour. */
const welded = ({ at, colour, faces }: Coloured): Coloured => {
  const { numbers, count } = numbered(Int32Array.from(at, (value) => Math.round(value / sameWithin)))
  const places = new Float32Array(3 * count)
  const sums = new Uint32Array(3 * count)
  const times = new Uint32Array(count)
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] as number
    times[number] = (times[number] as number) + 1
    for (let c = 0; c < 3; c++) {
      places[3 * number + c] = at[3 * i + c] as number
      sums[3 * number + c] = (sums[3 * number + c] as number) + (colour?.[3 * i + c] ?? 0)
    }
  }
  return {
    at: places,
    colour: colour && Uint8Array.from(sums, (sum, i) => Math.round(sum / (times[Math.floor(i / 3)] as number))),
    faces: faces.map((corner) => numbers[corner] as number),
  }
}

/** Returns the faces without triangles that have no area or repeat another. */
const distinct = ({ faces }: Coloured): number[] => {
  const sorted = Int32Array.from(faces)
  for (let f = 0; f < faces.length; f += 3) sorted.subarray(f, f + 3).sort()
  const { numbers, count } = numbered(sorted)
  const seen = new Uint8Array(count)
  const remaining: number[] = []
  for (let f = 0; f < faces.length; f += 3) {
    const number = numbers[f / 3] as number
    const isFlat = sorted[f] === sorted[f + 1] || sorted[f + 1] === sorted[f + 2]
    if (isFlat || seen[number] === 1) continue
    seen[number] = 1
    remaining.push(faces[f] as number, faces[f + 1] as number, faces[f + 2] as number)
  }
  return remaining
}

/**
 * Finds the rims of holes: edges with a triangle on one side only. Returns a map from each corner on a rim to the next one; undefined if
 * the surface is ambiguous.
 */
const rimsOf = (faces: readonly number[]): Map<number, number> | undefined => {
  const key = (from: number, to: number) => from * 2 ** 26 + to
  const edges = new Set<number>()
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; k++) {
      const edge = key(faces[f + k] as number, faces[f + ((k + 1) % 3)] as number)
      // Triangles that share an edge in the same direction have no common inside.
      if (edges.has(edge)) return undefined
      edges.add(edge)
    }
  const rims = new Map<number, number>()
  for (const edge of edges) {
    const [from, to] = [Math.floor(edge / 2 ** 26), edge % 2 ** 26]
    if (edges.has(key(to, from))) continue
    // A corner where two holes meet is on two rims.
    if (rims.has(to)) return undefined
    rims.set(to, from)
  }
  return rims
}

/** Closes each hole by a fan of triangles around its middle; undefined if rims are not circles, or exceed the limits. */
const filled = ({ at, colour, faces }: Coloured): Coloured | undefined => {
  const remaining = distinct({ at, colour, faces })
  const rims = rimsOf(remaining)
  if (!rims) return undefined
  const places = [...at]
  const colours = colour && [...colour]
  for (let holes = 0; rims.size > 0; holes++) {
    const [start] = rims.keys()
    const rim: number[] = []
    for (let corner = start; corner !== undefined && rim.length <= most.edges; ) {
      rim.push(corner)
      const next = rims.get(corner)
      rims.delete(corner)
      if (next === start) break
      corner = next
    }
    if (rim.length < 3 || rim.length > most.edges || holes >= most.holes) return undefined
    const middle = places.length / 3
    const mean = (values: readonly number[], c: number) =>
      rim.reduce((sum, corner) => sum + (values[3 * corner + c] as number), 0) / rim.length
    for (let c = 0; c < 3; c++) {
      places.push(mean(places, c))
      colours?.push(Math.round(mean(colours, c)))
    }
    for (const [i, corner] of rim.entries()) remaining.push(corner, rim[(i + 1) % rim.length] as number, middle)
  }
  return {
    at: Float32Array.from(places),
    colour: colours && Uint8Array.from(colours),
    faces: Uint32Array.from(remaining),
  }
}

const volumeOf = ({ at, faces }: Coloured): number => {
  let six = 0
  const n = (f: number, c: number) => at[3 * (faces[f] as number) + c] as number
  for (let f = 0; f < faces.length; f += 3)
    six +=
      n(f, 0) * (n(f + 1, 1) * n(f + 2, 2) - n(f + 1, 2) * n(f + 2, 1)) +
      n(f, 1) * (n(f + 1, 2) * n(f + 2, 0) - n(f + 1, 0) * n(f + 2, 2)) +
      n(f, 2) * (n(f + 1, 0) * n(f + 2, 1) - n(f + 1, 1) * n(f + 2, 0))
  return six / 6
}

/** Returns the mesh with triangles that face outwards. */
const outwards = (mesh: Coloured): Coloured =>
  volumeOf(mesh) >= 0
    ? mesh
    : { ...mesh, faces: mesh.faces.map((_, i) => mesh.faces[i - (i % 3) + ((3 - (i % 3)) % 3)] as number) }

const isClosed = async ({ at, faces }: Coloured): Promise<boolean> => {
  const { Manifold: solids, Mesh: Shape } = await loadSolids()
  let solid: Manifold | undefined
  try {
    solid = solids.ofMesh(new Shape({ numProp: 3, vertProperties: at, triVerts: faces }))
    return solid.numTri() > 0
  } catch {
    return false
  } finally {
    solid?.delete()
  }
}

export const openSurface = 'The surface of this model is not closed. Slicers may close it in ways of their own.'

/**
 * Returns a closed mesh of a surface in mm: joins corners at the same place, removes triangles without area and duplicates, and closes
 * holes. A surface that is open after that is returned with a note.
 */
export const mendSurface = async (given: Coloured): Promise<Mended<Coloured>> => {
  const joined = welded(given)
  const remaining = distinct(joined)
  const clean = { ...joined, faces: Uint32Array.from(remaining) }
  const isChanged = remaining.length < joined.faces.length
  if (await isClosed(clean)) return { mesh: outwards(clean), repaired: isChanged, isClosed: true, notes: [] }
  const whole = filled(clean)
  if (whole && (await isClosed(whole)))
    return { mesh: outwards(whole), repaired: true, isClosed: true, notes: ['Holes of the model were closed.'] }
  return { mesh: outwards(clean), repaired: isChanged, isClosed: false, notes: [openSurface] }
}
