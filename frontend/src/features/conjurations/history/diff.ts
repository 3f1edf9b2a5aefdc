import { shortestEdits } from '#domain/shortest-edits.ts'

/** A run of text that both versions have, or that only the later (`added`) or the earlier (`removed`) one has. */
export interface Part {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Texts that differ in more words than this are shown as one replaced by the other: nobody reads such a weave. */
const mostEdits = 1_200

const wordsOf = (text: string): string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{N}’']+|[^\s\p{L}\p{N}]/gu) ?? []

/** What became of a text, word by word: all of both versions, in reading order. */
export const diff = (before: string, after: string): Part[] => {
  const edits = shortestEdits(wordsOf(before), wordsOf(after), mostEdits)
  if (edits) return readable(edits.map(({ kind, items }) => ({ kind, text: items.join('') })))
  return readable([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
}

/** What changed at one place, and what stands unchanged behind it. */
interface Place {
  removed: string
  added: string
  same: string
}

/** Neighbours of a kind as one, and the removed before the added. What is common by chance, among larger changes, is part of them. */
const readable = (parts: Part[]): Part[] => {
  const places = parts.reduce<Place[]>(
    (places, { kind, text }) => {
      const last = places.at(-1)
      if (text === '' || !last) return places
      if (kind !== 'same' && last.same !== '') places.push({ removed: '', added: '', same: '', [kind]: text })
      else last[kind] += text
      return places
    },
    [{ removed: '', added: '', same: '' }],
  )
  for (let n = places.length - 2; n >= 0; n--) {
    const [here, next] = [places[n], places[n + 1]]
    if (!here || !next || !isChance(here, next)) continue
    const joined = {
      removed: here.removed + here.same + next.removed,
      added: here.added + here.same + next.added,
      same: next.same,
    }
    places.splice(n, 2, joined)
  }
  return places.flatMap(({ removed, added, same }) =>
    [
      { kind: 'removed' as const, text: removed },
      { kind: 'added' as const, text: added },
      { kind: 'same' as const, text: same },
    ].filter(({ text }) => text !== ''),
  )
}

/** Blanks between two changes, or less text than either of them. */
const isChance = (here: Place, next: Place): boolean => {
  const size = ({ removed, added }: Place) => Math.max(removed.length, added.length)
  if (size(here) === 0 || here.same.includes('\n')) return false
  return /^\s+$/.test(here.same) || (here.same.length <= size(here) && here.same.length <= size(next))
}

/** Long runs that did not change, cut to what stands around the changes. `…` stands for what is left out. */
export const around = (parts: readonly Part[], reach = 90): Part[] =>
  parts.map(({ kind, text }, n) => {
    const [isFirst, isLast] = [n === 0, n === parts.length - 1]
    const margin = reach * (isFirst || isLast ? 1 : 2)
    if (kind !== 'same' || text.length <= margin + 20) return { kind, text }
    const start = isFirst ? '' : text.slice(0, reach).replace(/\S*$/, '')
    const end = isLast ? '' : text.slice(-reach).replace(/^\S*/, '')
    return { kind, text: `${start}…${end}` }
  })
