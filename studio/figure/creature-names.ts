import { type Phrase, stems } from '../prompt.ts'
import type { Quadruped } from './creatures/measures.ts'

/** Creatures that can be sculpted as a whole figure. */
export type CreatureName = Quadruped | 'dragon' | 'spider' | 'golem' | 'beholder' | 'skeleton'

/** Words for each creature, narrower than in the lexicon of pictures, where a griffin is drawn with an eagle's head. */
const words: Record<CreatureName, string> = {
  wolf: 'wolf warg dire_wolf worg dog hound jackal fox hyena coyote husky',
  bear: 'bear grizzly cub werebear',
  lion: 'lion',
  cat: 'cat panther tiger lynx leopard puma lioness feline',
  boar: 'boar pig hog swine',
  rat: 'rat mouse',
  goat: 'goat ram',
  stag: 'stag deer elk hart moose reindeer',
  horse: 'horse steed stallion mare pony nightmare',
  unicorn: 'unicorn alicorn',
  dragon: 'dragon drake wyrm',
  spider: 'spider arachnid tarantula',
  golem: 'golem elemental living_statue',
  beholder: 'beholder eye_tyrant',
  skeleton: 'skeleton skeletal',
}
const nameOfWord = new Map(
  Object.entries(words).flatMap(([name, list]) => list.split(' ').map((word) => [word, name as CreatureName] as const)),
)

/** Returns the creature that a phrase names. */
export const creatureOf = ({ word }: Phrase): CreatureName | undefined =>
  stems(word)
    .map((form) => nameOfWord.get(form))
    .find((name) => name !== undefined)
