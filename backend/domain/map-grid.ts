import { z } from 'zod'

export const gridShapes = ['square', 'hex'] as const
export const mapUnits = ['ft', 'm', 'km', 'mi'] as const

/** The grid over a map: pixels of a cell and of its offset, what one cell measures in the map's unit, and how strong its lines are, in percent. */
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

/** Before anybody laid another. */
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
