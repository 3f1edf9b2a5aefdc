import { anything } from './anything.ts'
import { character } from './character.ts'
import { deity } from './deity.ts'
import { faction } from './faction.ts'
import { item } from './item.ts'
import type { Kind } from './kind.ts'
import { location } from './location.ts'
import { monster } from './monster.ts'
import { quest } from './quest.ts'
import { recap } from './recap.ts'
import { rumours } from './rumours.ts'
import { settlement } from './settlement.ts'
import { ship } from './ship.ts'
import { tavern } from './tavern.ts'

export { anything, recap, rumours }

/** What is asked for by a word of its own comes before what is asked for in passing. */
export const kinds: readonly Kind[] = [
  ...[recap, rumours, tavern, settlement, ship, faction, deity, quest, monster, item, location, character],
]

const placeIn = (text: string, { called }: Kind): number => text.search(called)

/** The kind that a text asks for: that of the first such word in it. */
export const kindIn = (...texts: readonly (string | null)[]): Kind => {
  for (const text of texts) {
    if (!text) continue
    const found = kinds.map((kind) => ({ kind, at: placeIn(text, kind) })).filter(({ at }) => at >= 0)
    const [first] = found.sort((a, b) => a.at - b.at)
    if (first) return first.kind
  }
  return anything
}
