import { gridPath } from '#domain/grid-lines.ts'
import type { MapGrid } from '#domain/map-grid.ts'

/** A grid's lines as a picture of this size, to be laid over a map. */
export const gridSvg = (size: { width: number; height: number }, grid: MapGrid): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <path d="${gridPath(size, grid)}" fill="none" stroke="#14110e" stroke-opacity="${grid.line / 100}" stroke-width="2"/>
  </svg>`
