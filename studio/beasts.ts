import { crawling } from './beasts/crawling.ts'
import { feathered } from './beasts/feathered.ts'
import { furred } from './beasts/furred.ts'
import type { Beast } from './beasts/head.ts'
import { monsters } from './beasts/monsters.ts'

/** Heads cut flat and raised: charges of a shield, and creatures that are not modelled in the round. */
const all = { ...furred, ...feathered, ...crawling, ...monsters }

export type BeastName = keyof typeof all
export const beasts: Record<BeastName, Beast> = all
