import type { Canvas } from '@napi-rs/canvas'
import type { Rgb } from '../colour.ts'
import type { Mesh, Point } from './mesh.ts'

/** Reflection properties of the surface of a part. */
export interface Surface {
  /** Strength of the highlight, 0 to 1. */
  gloss?: number
  /** 0 for chalk to 1 for polished metal. */
  metal?: number
  /** Extent to which light reaches into the shadow side, as in skin, wax and leaves. */
  soft?: number
  /** Light of its own, 0 to 1. */
  lamp?: number
  /** Strength of fine bumps; used in the painted style only. */
  rough?: number
}

export interface Part {
  mesh: Mesh
  /** One colour, or a function that returns the colour of each point of the surface. */
  colour: Rgb | ((u: number, v: number, at: Point) => Rgb)
  surface?: Surface
  /** Painted over the colour; its corners are `from` and `to` in the mesh's uv. */
  texture?: { canvas: Canvas; from: readonly [number, number]; to: readonly [number, number] }
  /** Name under which the mask of the part is recorded. */
  word: string
  /** Adds a mirrored copy as well: x becomes -x. */
  both?: boolean
}

const mirrored = (mesh: Mesh): Mesh => {
  const flip = (values: Float32Array) => values.map((value, i) => (i % 3 === 0 ? -value : value))
  const faces = mesh.faces.map((_, i) => mesh.faces[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1] as number)
  return { at: flip(mesh.at), normal: flip(mesh.normal), uv: mesh.uv, faces }
}

/** Creates an empty sculpture. `add` adds a part, and its mirrored copy if it has `both`. */
export const sculpture = () => {
  const parts: Part[] = []
  return {
    parts,
    add: (part: Part): void => {
      parts.push(part)
      if (part.both) parts.push({ ...part, mesh: mirrored(part.mesh) })
    },
  }
}

export type Sculpture = ReturnType<typeof sculpture>

/** Returns a mesh with its points and normals transformed: for a head on a body, or a thing worn askew. */
export const moved = (mesh: Mesh, place: (at: Point) => Point, turn: (normal: Point) => Point = (n) => n): Mesh => {
  const each = (values: Float32Array, change: (p: Point) => Point) => {
    const out = new Float32Array(values.length)
    for (let i = 0; i < values.length; i += 3)
      out.set(change([values[i] as number, values[i + 1] as number, values[i + 2] as number]), i)
    return out
  }
  return { ...mesh, at: each(mesh.at, place), normal: each(mesh.normal, turn) }
}
