import { furniture } from './map-objects/furniture.ts'
import { household } from './map-objects/household.ts'
import { masonry } from './map-objects/masonry.ts'
import { outdoors } from './map-objects/outdoors.ts'
import { remains } from './map-objects/remains.ts'
import type { Draw } from './map-objects/slab.ts'

/** Things on battle maps, seen from above; the origin is their middle, one unit is a square of five feet. */
export const objects = {
  ...masonry,
  ...furniture,
  ...remains,
  ...household,
  ...outdoors,
  // Its crown is drawn above everything else.
  tree: () => undefined,
} satisfies Record<string, Draw>
