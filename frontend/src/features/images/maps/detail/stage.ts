import type { FogLattice } from '#domain/fog.ts'
import type { MapGrid } from '#domain/map-grid.ts'
import type { MapRoom } from '#projections/map-answers.ts'
import type { Point } from '../../../../ui/viewport.ts'

/** What a press on the map does. */
export const tools = ['pan', 'measure', 'reveal', 'cover', 'doors'] as const
export type Tool = (typeof tools)[number]

/** From where to where is measured, in pixels of the map. */
export interface Measure {
  from: Point
  to: Point
}

/** Lines over the map, `width` pixels of the screen wide. */
export interface Outline {
  path: Path2D
  colour: string
  width: number
}

/** Fog as it is drawn: `cells` has a byte a cell, 1 where it is lifted. */
export interface DrawnFog extends FogLattice {
  cells: Uint8Array
  /** 1 is as players see it. */
  opacity: number
}

/** A number of the map's key, and where it stands: the first corner of its room, in pixels of the map. */
export interface Mark extends Point {
  text: string
  /** Side of a square as large as the room. */
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

/** How far that is in the map's own unit, as people say it. */
export const distance = ({ from, to }: Measure, { cell, scale, unit }: MapGrid): string => {
  const far = (Math.hypot(to.x - from.x, to.y - from.y) / cell) * scale
  return `${(far < 10 ? Math.round(far * 10) / 10 : Math.round(far)).toLocaleString('en')} ${unit}`
}
