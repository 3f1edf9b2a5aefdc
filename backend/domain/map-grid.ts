import { z } from 'zod'

export const gridShapes = ['square', 'hex'] as const
export const mapUnits = ['ft', 'm', 'km', 'mi'] as const

/**
 * The grid of a map: cell size and offset in pixels, the length of a cell in the map's unit, and the opacity of its
 * lines in percent.
 */
export const MapGrid = z.object({
  shown: z.boolean(),
  shape: z.enum(gridShapes),
  cell: z.number().min(8).max(512),
  x: z.number().min(-512).max(512),
  y: z.number().min(-512).max(512),
  scale: z.number().positive().max(10_000),
  unit: z.enum(mapUnits),
  line: z.int().min(5).max(100),
})
export type MapGrid = z.infer<typeof MapGrid>

/** The default grid. */
export const firstGrid: MapGrid = {
  shown: true,
  shape: 'square',
  cell: 64,
  x: 0,
  y: 0,
  scale: 5,
  unit: 'ft',
  line: 65,
}
