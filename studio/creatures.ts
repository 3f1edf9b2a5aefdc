import type { Sculptor } from './creatures/creature.ts'
import { dragon } from './creatures/dragon.ts'
import { fiend } from './creatures/fiend.ts'
import { bear, boar, cat, goat, horse, lion, rat, stag, unicorn, wolf } from './creatures/mammals.ts'
import { beholder } from './creatures/monsters/beholder.ts'
import { golem } from './creatures/monsters/golem.ts'
import { insect } from './creatures/monsters/insect.ts'
import { spider } from './creatures/monsters/spider.ts'
import { ghost, lich, skeleton, zombie } from './creatures/undead.ts'
import type { Idea } from './lexicon.ts'

/** The creatures that are modelled in the round. */
export const creatures: Partial<Record<Idea<'creature'>, Sculptor>> = {
  dragon,
  beholder,
  golem,
  insect,
  spider,
  lich,
  skeleton,
  zombie,
  ghost,
  demon: fiend,
  wolf,
  bear,
  cat,
  lion,
  rat,
  boar,
  goat,
  stag,
  horse,
  unicorn,
}
