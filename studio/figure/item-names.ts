import { type Phrase, stems } from '../prompt.ts'

const words = {
  chest: 'chest treasure_chest coffer strongbox treasure hoard',
  potion: 'potion vial flask bottle elixir phial poison antidote',
  sword: 'sword longsword greatsword claymore broadsword katana',
  book: 'book tome grimoire spellbook',
  crown: 'crown diadem tiara coronet',
  skull: 'skull cranium',
  orb: 'orb crystal_ball palantir',
  axe: 'axe battleaxe greataxe hatchet',
  hammer: 'hammer warhammer mallet anvil',
  goblet: 'goblet chalice grail cup',
} as const

/** Items that can be sculpted on a base. */
export type ItemName = keyof typeof words

const nameOfWord = new Map(
  Object.entries(words).flatMap(([name, list]) => list.split(' ').map((word) => [word, name as ItemName] as const)),
)

/** Returns the item that a phrase names. */
export const itemOf = ({ word }: Phrase): ItemName | undefined =>
  stems(word)
    .map((form) => nameOfWord.get(form))
    .find((name) => name !== undefined)
