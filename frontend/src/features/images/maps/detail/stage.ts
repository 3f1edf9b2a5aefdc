import type { FogLattice } from '#domain/fog.ts'
import type { MapGrid } from '#domain/map-grid.ts'
import type { Point } from '../../../../ui/viewport.ts'

/** What a press on the map does. */
export const tools = ['pan', 'measure', 'reveal', 'cover'] as const
export type Tool = (typeof tools)[number]

/** From where to where is measured, in pixels of the map. */
export interface Measure {
  from: Point
  to: Point
}

/** Fog as it is drawn: `cells` has a byte a cell, 1 where it is lifted. */
export interface DrawnFog extends FogLattice {
  cells: Uint8Array
  /** 1 is as players see it. */
  opacity: number
}

/** How far that is in the map's own unit, as people say it. */
export const distance = ({ from, to }: Measure, { cell, scale, unit }: MapGrid): string => {
  const far = (Math.hypot(to.x - from.x, to.y - from.y) / cell) * scale
  return `${(far < 10 ? Math.round(far * 10) / 10 : Math.round(far)).toLocaleString('en')} ${unit}`
}
