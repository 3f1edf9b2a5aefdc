import { arms } from './forms/arms.ts'
import { emblems } from './forms/emblems.ts'
import type { Part } from './forms/part.ts'
import { treasures } from './forms/treasures.ts'

/** Silhouettes as SVG paths in a box from -1 to 1, y down. Still lifes, wax seals and heraldry paint them in relief. */
export const forms = { ...arms, ...treasures, ...emblems } satisfies Record<string, readonly Part[]>

export type FormName = keyof typeof forms
