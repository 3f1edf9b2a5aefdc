/** A stretch of text that both versions have, or that only the later (`added`) or the earlier (`removed`) one has. */
export interface Part {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Texts that differ in more words than this are shown as one replaced by the other: nobody reads such a weave. */
const mostEdits = 1_200

const wordsOf = (text: string): string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{N}’']+|[^\s\p{L}\p{N}]/gu) ?? []

/** What became of a text, word by word: all of both versions, in reading order. */
export const diff = (before: string, after: string): Part[] => {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const middle = weave(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const same = (words: string[]): Part => ({ kind: 'same', text: words.join('') })
  return readable([same(old.slice(0, head)), ...middle, same(old.slice(old.length - tail))])
}

/** The shortest way from one list of words to the other, after Myers: `reach[k]` is how far diagonal k gets in `d` edits. */
const weave = (old: string[], now: string[]): Part[] => {
  const steps: Int32Array[] = []
  let reach = new Int32Array([0])
  for (let d = 0; d <= Math.min(old.length + now.length, mostEdits); d++) {
    const next = new Int32Array(2 * d + 3)
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : goesDown(reach, k, d) ? at(reach, k + 1, d) : at(reach, k - 1, d) + 1
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x++
      next[k + d + 1] = x
      if (x >= old.length && x - k >= now.length) return traced(steps, old, now, d)
    }
    reach = next
    steps.push(next)
  }
  return [
    { kind: 'removed', text: old.join('') },
    { kind: 'added', text: now.join('') },
  ]
}

/** Diagonal k after `d - 1` edits; those that were not reached are before the beginning. */
const at = (reach: Int32Array, k: number, d: number): number => (Math.abs(k) > d - 1 ? -1 : (reach[k + d] ?? -1))
const goesDown = (reach: Int32Array, k: number, d: number) =>
  k === -d || (k !== d && at(reach, k - 1, d) < at(reach, k + 1, d))

const traced = (steps: Int32Array[], old: string[], now: string[], edits: number): Part[] => {
  const parts: Part[] = []
  let [x, y] = [old.length, now.length]
  for (let d = edits; d >= 0; d--) {
    const k = x - y
    const reach = steps[d - 1]
    const isDown = reach !== undefined && goesDown(reach, k, d)
    const from = reach === undefined ? 0 : at(reach, isDown ? k + 1 : k - 1, d)
    const start = reach === undefined ? 0 : isDown ? from : from + 1
    parts.push({ kind: 'same', text: old.slice(start, x).join('') })
    if (reach === undefined) break
    const previous = isDown ? from - k - 1 : from - k + 1
    parts.push(isDown ? { kind: 'added', text: now[previous] ?? '' } : { kind: 'removed', text: old[from] ?? '' })
    x = from
    y = previous
  }
  return parts.reverse()
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

/** Long stretches that did not change, cut to what stands around the changes. `…` stands for what is left out. */
export const around = (parts: readonly Part[], reach = 90): Part[] =>
  parts.map(({ kind, text }, n) => {
    const [isFirst, isLast] = [n === 0, n === parts.length - 1]
    const kept = reach * (isFirst || isLast ? 1 : 2)
    if (kind !== 'same' || text.length <= kept + 20) return { kind, text }
    const start = isFirst ? '' : text.slice(0, reach).replace(/\S*$/, '')
    const end = isLast ? '' : text.slice(-reach).replace(/^\S*/, '')
    return { kind, text: `${start}…${end}` }
  })
