import { furniture } from './map-objects/furniture.ts'
import { masonry } from './map-objects/masonry.ts'
import { remains } from './map-objects/remains.ts'
import type { Draw } from './map-objects/slab.ts'

/** Things on battle maps, seen from above; the origin is their middle, one unit is a square of five feet. */
export const objects = {
  ...masonry,
  ...furniture,
  ...remains,
  // Drawn with the floor plan, not set upon it.
  water: () => undefined,
  door: () => undefined,
  grid: () => undefined,
} satisfies Record<string, Draw>

export type ObjectName = keyof typeof objects
