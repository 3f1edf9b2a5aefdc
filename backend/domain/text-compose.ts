import { delta, type Op, type Ops, opLength } from './deltas.ts'

const isPassing = (op: Op | undefined): op is Op & { retain: number } =>
  typeof op?.retain === 'number' && op.attributes === undefined

/** The length of the base text that a change covers. */
const reachOf = (change: Ops): number =>
  change.reduce((sum, op) => (op.insert === undefined ? sum + opLength(op) : sum), 0)

/**
 * Composes a text with a change, as quill-delta does. Only the covered part is composed, with a neighbour on each side,
 * since they may merge; the rest is reused. A long text has thousands of pieces, and a keystroke touches one.
 */
export const composed = (text: Ops, change: Ops): Op[] => {
  const [first] = change
  const skipped = isPassing(first) ? first.retain : 0
  const reach = reachOf(change)
  let at = 0
  let from = 0
  let before = 0
  let to = 0
  for (; to < text.length; to++) {
    const length = opLength(text[to] as Op)
    // The operation before the one in which the change begins.
    if (at + length < skipped) [from, before] = [to, at]
    if (at > reach) break
    at += length
  }
  const touched = delta(text.slice(from, to + 1))
  const inside = isPassing(first) ? [{ retain: skipped - before }, ...change.slice(1)] : change
  return [...text.slice(0, from), ...touched.compose(delta(inside)).ops, ...text.slice(to + 1)]
}

/** Reads consecutive pieces of a text, from one offset to another. */
export const pieces = (text: Ops) => {
  let index = 0
  let at = 0
  return (from: number, to: number): Op[] => {
    const piece: Op[] = []
    for (; at < to; index++) {
      const op = text[index]
      if (!op) break
      const end = at + opLength(op)
      if (end > from && to > from)
        piece.push(typeof op.insert === 'string' ? cut(op, op.insert, from - at, to - at) : op)
      // The next piece may begin within this operation.
      if (end > to) break
      at = end
    }
    return piece
  }
}

const cut = (op: Op, words: string, from: number, to: number): Op =>
  from <= 0 && to >= words.length ? op : { ...op, insert: words.slice(Math.max(0, from), to) }
