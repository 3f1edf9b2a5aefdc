import { crawling } from './beasts/crawling.ts'
import { feathered } from './beasts/feathered.ts'
import { furred } from './beasts/furred.ts'
import type { Beast } from './beasts/head.ts'
import { monsters } from './beasts/monsters.ts'

/** Heads as flat paths that are drawn in relief: charges of a shield, and creatures that have no 3D model. */
const all = { ...furred, ...feathered, ...crawling, ...monsters }

export type BeastName = keyof typeof all
export const beasts: Record<BeastName, Beast> = all
