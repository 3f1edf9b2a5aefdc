import { anywhere } from './key-words/anywhere.ts'
import { cave } from './key-words/cave.ts'
import { crypt } from './key-words/crypt.ts'
import { forest } from './key-words/forest.ts'
import { house } from './key-words/house.ts'
import { keep } from './key-words/keep.ts'
import { ruin } from './key-words/ruin.ts'
import { sewer } from './key-words/sewer.ts'
import { ship } from './key-words/ship.ts'
import type { Purposes } from './key-words/words.ts'

/** What the key of a map is put together from, by what a room is for. */
export const purposeWords: Purposes = {
  ...crypt,
  ...cave,
  ...sewer,
  ...keep,
  ...house,
  ...forest,
  ...ruin,
  ...ship,
  ...anywhere,
}
