import type { Known } from './cast.ts'
import { expand } from './cast.ts'
import { capitalised } from './grammar.ts'
import type { Kind } from './kinds/kind.ts'
import { banks } from './lexicon/banks.ts'
import * as names from './lexicon/names.ts'
import type { Memory } from './memory.ts'
import { titled } from './title.ts'

/** A new name for the kind that is not used in the campaign. */
export const newName = (kind: Kind, memory: Memory, known: Known, woman: boolean, prompt: string): string => {
  const taken = new Set([...known.names, ...known.places].map((name) => name.toLowerCase()))
  let name = ''
  for (let tries = 0; tries < 20; tries++) {
    name = capitalised(expand(memory.pick(kind.names), (slot) => partOf(slot, memory, known, woman, prompt)) ?? '')
    if (name !== '' && !taken.has(name.toLowerCase())) break
  }
  return name
}

const moreItems = ['sword', 'axe', 'bow', 'book', 'cloak', 'wand', 'potion', 'box', 'map', 'crown', 'gem', 'boots']
const moreSites = [
  'abbey',
  'cellar',
  'lighthouse',
  'mine',
  'gate',
  'castle',
  'tower',
  'crypt',
  'tomb',
  'cave',
  'island',
  'temple',
  'ruin',
  'wood',
  'marsh',
  'prison',
  'bridge',
  'room',
]

const moreBeasts = [
  ...['dragon', 'wyrm', 'troll', 'giant', 'ghost', 'demon', 'vampire', 'griffin', 'basilisk', 'golem', 'serpent'],
  ...['bear', 'rat', 'bat', 'witch', 'ogre', 'hydra', 'wraith'],
]

/** The first of these nouns that the prompt contains, which then names the thing. */
const spokenOf = (prompt: string, among: readonly string[]): string | undefined => {
  const words = new Set(prompt.toLowerCase().match(/[a-z-]+/g))
  return among.find((each) => words.has(each))
}

const partOf = (slot: string, memory: Memory, known: Known, woman: boolean, prompt: string): string | undefined => {
  const parts: Record<string, () => string> = {
    given: () => memory.pick(woman ? names.women : names.men),
    family: () => memory.pick(names.families),
    adjective: () => titled(memory.pick(names.adjectives)),
    sign: () => memory.pick(names.signs),
    band: () => memory.pick(names.bands),
    item: () => titled(spokenOf(prompt, [...names.items, ...moreItems]) ?? memory.pick(names.items)),
    god: () => memory.pick(names.gods),
    beastName: () => titled(spokenOf(prompt, [...names.beasts, ...moreBeasts]) ?? memory.pick(names.beasts)),
    trade: () => titled(memory.pick(banks.trade)),
    site: () => titled(spokenOf(prompt, [...names.sites, ...moreSites]) ?? memory.pick(names.sites)),
    town: () => `${memory.pick(names.townStarts)}${memory.pick(names.townEnds)}`,
    place: () => memory.pick([...known.places, `the ${titled(memory.pick(names.sites))}`]).replace(/^The /, 'the '),
  }
  return parts[slot.split('.')[0] ?? '']?.()
}
