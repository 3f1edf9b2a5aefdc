import { crawling } from './beasts/crawling.ts'
import { feathered } from './beasts/feathered.ts'
import { furred } from './beasts/furred.ts'
import type { Beast } from './beasts/head.ts'
import { monsters } from './beasts/monsters.ts'
import type { Idea } from './lexicon.ts'

/** The head of every creature that the lexicon knows. */
export const beasts: Record<Idea<'creature'>, Beast> = { ...furred, ...feathered, ...crawling, ...monsters }
