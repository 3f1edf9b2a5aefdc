import type { Manifold, ManifoldToplevel } from 'manifold-3d'
import type { Rgb } from '../colour.ts'
import { type Cast, formOf } from './mesh.ts'

/** Returns a closed solid with a grid of depths as its front and a flat back at z = 0. */
export const blockOf = (
  { Manifold: solids, Mesh }: ManifoldToplevel,
  { columns, rows, width, height }: { columns: number; rows: number; width: number; height: number },
  depthAt: (x: number, y: number) => number,
): Manifold => {
  const corners: number[] = []
  const faces: number[] = []
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [x, y] = [i / (columns - 1), j / (rows - 1)]
      corners.push((x - 0.5) * width, y * height, depthAt(x, y))
    }
  const front = (i: number, j: number) => j * columns + i
  for (let j = 0; j + 1 < rows; j++)
    for (let i = 0; i + 1 < columns; i++) {
      const [a, b, c, d] = [front(i, j), front(i + 1, j), front(i + 1, j + 1), front(i, j + 1)]
      faces.push(a, b, c, a, c, d)
    }
  // Around the rim, counter-clockwise from the front.
  const rim = [
    ...Array.from({ length: columns - 1 }, (_, i) => front(i, 0)),
    ...Array.from({ length: rows - 1 }, (_, j) => front(columns - 1, j)),
    ...Array.from({ length: columns - 1 }, (_, i) => front(columns - 1 - i, rows - 1)),
    ...Array.from({ length: rows - 1 }, (_, j) => front(0, rows - 1 - j)),
  ]
  const back = corners.length / 3
  for (const corner of rim) corners.push(corners[3 * corner] as number, corners[3 * corner + 1] as number, 0)
  const middle = corners.length / 3
  corners.push(0, height / 2, 0)
  for (const [n, corner] of rim.entries()) {
    const next = (n + 1) % rim.length
    faces.push(corner, back + n, back + next, corner, back + next, rim[next] as number, middle, back + next, back + n)
  }
  return solids.ofMesh(
    new Mesh({ numProp: 3, vertProperties: Float32Array.from(corners), triVerts: Uint32Array.from(faces) }),
  )
}

/** Returns a solid, whose bottom is at y = 0, as a mesh with the colours of `look`. */
export const paintedCast = (
  solid: Manifold,
  look: (x: number, y: number, z: number) => Rgb,
  partsAt: number | null,
): Cast => {
  const { vertProperties: at, triVerts } = solid.getMesh()
  const faces = new Uint32Array(triVerts)
  const corners = new Float32Array(at)
  const { normal } = formOf(corners, faces)
  const colour = new Uint8Array(corners.length)
  for (let i = 0; i < corners.length; i += 3)
    colour.set(look(corners[i] as number, corners[i + 1] as number, corners[i + 2] as number), i)
  return { at: corners, normal, colour, isMetal: new Uint8Array(corners.length / 3), faces, partsAt }
}
