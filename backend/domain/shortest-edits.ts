/** A run of items that both lists have, or that only the later (`added`) or the earlier (`removed`) one has. */
export interface Edit<Item> {
  kind: 'same' | 'added' | 'removed'
  items: readonly Item[]
}

/**
 * Maximum number of compared items. Repetitive lists match at every distance, which would cost their length times
 * `most`.
 */
const mostComparisons = 4_000_000

/**
 * The shortest edit script from one list to another; undefined if it needs more than `most` steps, since its cost grows
 * with their square, or more than `mostComparisons`.
 */
export const shortestEdits = <Item>(
  old: readonly Item[],
  now: readonly Item[],
  most: number,
): Edit<Item>[] | undefined => {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const middle = woven(old.slice(head, old.length - tail), now.slice(head, now.length - tail), most)
  const same = (items: readonly Item[]): Edit<Item> => ({ kind: 'same', items })
  return middle && [same(old.slice(0, head)), ...middle, same(old.slice(old.length - tail))]
}

/** Myers' algorithm: `reach[k]` is the furthest point on diagonal k after `d` steps. */
const woven = <Item>(old: readonly Item[], now: readonly Item[], most: number): Edit<Item>[] | undefined => {
  const steps: Int32Array[] = []
  let comparisons = 0
  let reach = new Int32Array([0])
  for (let d = 0; d <= Math.min(old.length + now.length, most); d++) {
    const next = new Int32Array(2 * d + 3)
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : goesDown(reach, k, d) ? at(reach, k + 1, d) : at(reach, k - 1, d) + 1
      const from = x
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x++
      comparisons += x - from
      next[k + d + 1] = x
      if (x >= old.length && x - k >= now.length) return traced(steps, old, now, d)
    }
    if (comparisons > mostComparisons) return undefined
    reach = next
    steps.push(next)
  }
  return undefined
}

/** Diagonal k after `d - 1` steps; unreached ones lie before the beginning. */
const at = (reach: Int32Array, k: number, d: number): number => (Math.abs(k) > d - 1 ? -1 : (reach[k + d] ?? -1))
const goesDown = (reach: Int32Array, k: number, d: number) =>
  k === -d || (k !== d && at(reach, k - 1, d) < at(reach, k + 1, d))

const traced = <Item>(steps: Int32Array[], old: readonly Item[], now: readonly Item[], edits: number): Edit<Item>[] => {
  const parts: Edit<Item>[] = []
  let [x, y] = [old.length, now.length]
  for (let d = edits; d >= 0; d--) {
    const k = x - y
    const reach = steps[d - 1]
    const isDown = reach !== undefined && goesDown(reach, k, d)
    const from = reach === undefined ? 0 : at(reach, isDown ? k + 1 : k - 1, d)
    const start = reach === undefined ? 0 : isDown ? from : from + 1
    parts.push({ kind: 'same', items: old.slice(start, x) })
    if (reach === undefined) break
    const previous = isDown ? from - k - 1 : from - k + 1
    parts.push(
      isDown
        ? { kind: 'added', items: now.slice(previous, previous + 1) }
        : { kind: 'removed', items: old.slice(from, from + 1) },
    )
    x = from
    y = previous
  }
  return parts.reverse()
}
