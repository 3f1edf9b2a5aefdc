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

/** Kinds with a specific word precede those that are often only mentioned. */
export const kinds: readonly Kind[] = [
  ...[recap, rumours, tavern, settlement, ship, faction, deity, quest, monster, item, location, character],
]

/** The boundary between the subject of a request and its description. */
const clause =
  /[,;:.!?(]|\s(?:who|whose|which|that|where|with|without|from|in|of|at|and|or|on|to|for|by|under|about|near|behind|beneath|after|before)\s/

/** The end of the last word of a kind in a text; -1 if there is none. */
const endIn = (text: string, { called }: Kind): number =>
  Math.max(-1, ...[...text.matchAll(new RegExp(called, 'gi'))].map(({ 0: word, index }) => index + word.length))

/**
 * Detects the kind that a text requests. The last word of its subject decides: a harbour clerk is a person, and a
 * ship's bell a thing. If that is no word of a kind, the first such word in the text decides.
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
