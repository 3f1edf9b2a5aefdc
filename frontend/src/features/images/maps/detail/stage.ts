import type { FogLattice } from '#domain/fog.ts'
import type { MapGrid } from '#domain/map-grid.ts'
import type { MapRoom } from '#projections/map-answers.ts'
import type { Point } from '../../../../ui/viewport.ts'

/** Tools of the map. */
export const tools = ['pan', 'measure', 'reveal', 'cover', 'doors'] as const
export type Tool = (typeof tools)[number]

/** Both ends of a measurement, in pixels of the map. */
export interface Measure {
  from: Point
  to: Point
}

/** Outline on the map, `width` screen pixels wide. */
export interface Outline {
  path: Path2D
  colour: string
  width: number
}

/** Fog to draw: `cells` has one byte per cell, 1 if revealed. */
export interface DrawnFog extends FogLattice {
  cells: Uint8Array
  /** 1 is as players see it. */
  opacity: number
}

/** A number of the map's key with its position: the first corner of its room, in pixels of the map. */
export interface Mark extends Point {
  text: string
  /** Side of a square with the room's area. */
  room: number
}

export const markOf = (
  { id, cells }: Pick<MapRoom, 'id' | 'cells'>,
  { cell, columns }: FogLattice,
): Mark | undefined => {
  const first = cells[0]?.first
  if (first === undefined) return undefined
  const size = cells.reduce((sum, { count }) => sum + count, 0)
  const [x, y] = [((first % columns) + 1) * cell, (Math.floor(first / columns) + 1) * cell]
  return { x, y, text: String(id), room: Math.sqrt(size) * cell }
}

/** Formats a distance in the map's own unit. */
export const distance = ({ from, to }: Measure, { cell, scale, unit }: MapGrid): string => {
  const far = (Math.hypot(to.x - from.x, to.y - from.y) / cell) * scale
  return `${(far < 10 ? Math.round(far * 10) / 10 : Math.round(far)).toLocaleString('en')} ${unit}`
}
