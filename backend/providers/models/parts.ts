import type { Manifold } from 'manifold-3d'
import { loadSolids } from '../../../studio/figure/solids.ts'
import type { Mesh } from './glb.ts'

/** A closed part of a model: slicers print parts apart or together. */
export interface Part {
  name: 'figure' | 'base' | 'model'
  mesh: Mesh
}

/** mm³ below which a part is a crumb, not a figure or a base. */
const least = 20

/** Returns the mesh of a solid. Corners that a cut duplicated, since their colours differ on both sides, are merged again. */
const meshOf = (solid: Manifold, isColoured: boolean): Mesh => {
  const { vertProperties, triVerts, numProp, mergeFromVert, mergeToVert } = solid.getMesh()
  const merged = new Map(Array.from(mergeFromVert, (from, i) => [from, mergeToVert[i] as number]))
  const numbers = new Map<number, number>()
  const faces = triVerts.map((corner) => {
    const one = merged.get(corner) ?? corner
    const number = numbers.get(one) ?? numbers.size
    numbers.set(one, number)
    return number
  })
  const at = new Float32Array(3 * numbers.size)
  const colour = isColoured ? new Uint8Array(3 * numbers.size) : undefined
  for (const [corner, number] of numbers)
    for (let c = 0; c < 3; c++) {
      at[3 * number + c] = vertProperties[corner * numProp + c] as number
      if (colour) colour[3 * number + c] = Math.round(vertProperties[corner * numProp + 3 + c] as number)
    }
  return { at, colour, faces: new Uint32Array(faces) }
}

const propertiesOf = ({ at, colour }: Mesh): { numProp: number; vertProperties: Float32Array } => {
  if (!colour) return { numProp: 3, vertProperties: at }
  const vertProperties = new Float32Array(at.length * 2)
  for (let i = 0; i < at.length / 3; i++)
    for (let c = 0; c < 3; c++) {
      vertProperties[6 * i + c] = at[3 * i + c] as number
      vertProperties[6 * i + 3 + c] = colour[3 * i + c] as number
    }
  return { numProp: 6, vertProperties }
}

/**
 * Splits a model into the figure and its base, each closed. Returns the whole model if it has no base or is not closed. Separate objects
 * on the base, such as a barrel, remain part of it.
 */
export const partsOf = async (mesh: Mesh): Promise<Part[]> => {
  const whole: Part[] = [{ name: 'model', mesh }]
  if (mesh.partsAt === undefined) return whole
  const { Manifold: solids, Mesh: Shape } = await loadSolids()
  try {
    const solid = solids.ofMesh(new Shape({ ...propertiesOf(mesh), triVerts: mesh.faces }))
    const above = solid.trimByPlane([0, 1, 0], mesh.partsAt).decompose()
    const figure = above.reduce<Manifold | undefined>(
      (best, each) => (best && best.volume() >= each.volume() ? best : each),
      undefined,
    )
    if (!figure || figure.volume() < least) return whole
    const base = solid.subtract(figure)
    if (base.volume() < least) return whole
    return [
      { name: 'figure', mesh: meshOf(figure, mesh.colour !== undefined) },
      { name: 'base', mesh: meshOf(base, mesh.colour !== undefined) },
    ]
  } catch {
    return whole
  }
}
