import { shortestEdits } from '#domain/shortest-edits.ts'

/** A run of text in both versions, or only in the later (`added`) or earlier (`removed`) one. */
export interface Part {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Texts with more differences than this are shown as replaced: a longer diff is unreadable. */
const mostEdits = 1_200

const wordsOf = (text: string): string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{N}’']+|[^\s\p{L}\p{N}]/gu) ?? []

/** Compares two texts word by word and returns all of both, in reading order. */
export const diff = (before: string, after: string): Part[] => {
  const edits = shortestEdits(wordsOf(before), wordsOf(after), mostEdits)
  if (edits) return readable(edits.map(({ kind, items }) => ({ kind, text: items.join('') })))
  return readable([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
}

/** A change at one position, and the unchanged text after it. */
interface Place {
  removed: string
  added: string
  same: string
}

/**
 * Merges neighbours of a kind and puts removals before additions. Short common runs among larger changes are merged
 * into them.
 */
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

/** Returns true if the unchanged text between two changes is a chance match: blanks, or text no longer than either change. */
const isChance = (here: Place, next: Place): boolean => {
  const size = ({ removed, added }: Place) => Math.max(removed.length, added.length)
  if (size(here) === 0 || here.same.includes('\n')) return false
  return /^\s+$/.test(here.same) || (here.same.length <= size(here) && here.same.length <= size(next))
}

/** Shortens long unchanged runs to the context of changes, marked by `…`. */
export const around = (parts: readonly Part[], reach = 90): Part[] =>
  parts.map(({ kind, text }, n) => {
    const [isFirst, isLast] = [n === 0, n === parts.length - 1]
    const margin = reach * (isFirst || isLast ? 1 : 2)
    if (kind !== 'same' || text.length <= margin + 20) return { kind, text }
    const start = isFirst ? '' : text.slice(0, reach).replace(/\S*$/, '')
    const end = isLast ? '' : text.slice(-reach).replace(/^\S*/, '')
    return { kind, text: `${start}…${end}` }
  })
