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

/** Where what is asked for ends and what is said of it begins. */
const clause =
  /[,;:.!?(]|\s(?:who|whose|which|that|where|with|without|from|in|of|at|and|or|on|to|for|by|under|about|near|behind|beneath|after|before)\s/

/** Where the last word of a kind ends in a text; -1 where there is none. */
const endIn = (text: string, { called }: Kind): number =>
  Math.max(-1, ...[...text.matchAll(new RegExp(called, 'gi'))].map(({ 0: word, index }) => index + word.length))

/**
 * The kind that a text asks for. The last word of what it names says what it is: a harbour clerk is a person, and a ship's bell a thing. Where
 * that is no word of a kind, the first such word in the text does.
 */
export const kindIn = (...texts: readonly (string | null)[]): Kind => {
  for (const text of texts) {
    if (!text) continue
    const named = byPlace((kind) => endIn(text.split(clause)[0] ?? '', kind)).at(-1)
    const mentioned = byPlace((kind) => text.search(kind.called)).at(0)
    const kind = named ?? mentioned
    if (kind) return kind
  }
  return anything
}

const byPlace = (placeOf: (kind: Kind) => number): Kind[] =>
  kinds
    .map((kind) => ({ kind, at: placeOf(kind) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind)
