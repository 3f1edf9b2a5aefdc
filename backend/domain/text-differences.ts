import { Delta, type Op, opLength } from './deltas.ts'
import { shortestEdits } from './shortest-edits.ts'

/**
 * Maximum of differing words; beyond it a text is replaced as a whole, since the comparison would block the process.
 */
const mostEdits = 1_000

const pieces = /\n|[^\S\n]+|[\p{L}\p{N}\p{M}’']+|[^\s\p{L}\p{N}\p{M}]/gu

/** Splits a text into words, blanks, punctuation and embeds, with their formats. */
const tokensOf = (text: Delta): { key: string; length: number }[] =>
  text.ops.flatMap((op) => {
    if (typeof op.insert !== 'string') return [{ key: JSON.stringify(op), length: opLength(op) }]
    const format = op.attributes ? JSON.stringify(op.attributes) : ''
    return (op.insert.match(pieces) ?? []).map((piece) => ({ key: `${piece} ${format}`, length: piece.length }))
  })

/**
 * The change that turns a text into another, word by word. The final newline is never replaced, since no change may
 * delete it; only its format changes.
 */
export const differences = (now: Delta, then: Delta): Op[] => {
  const [last, end] = [now.length() - 1, then.length() - 1]
  const [old, wanted] = [now.slice(0, last), then.slice(0, end)]
  const [before, after] = [tokensOf(old), tokensOf(wanted)]
  const keys = (tokens: typeof before) => tokens.map(({ key }) => key)
  const edits = shortestEdits(keys(before), keys(after), mostEdits)
  const change = edits ? new Delta() : new Delta(wanted.ops).delete(last)
  let [gone, come, at] = [0, 0, 0]
  for (const { kind, items } of edits ?? []) {
    const tokens = kind === 'added' ? after.slice(come, come + items.length) : before.slice(gone, gone + items.length)
    const length = tokens.reduce((sum, token) => sum + token.length, 0)
    if (kind === 'same') change.retain(length)
    else if (kind === 'removed') change.delete(length)
    else for (const op of wanted.slice(at, at + length).ops) change.push(op)
    if (kind !== 'added') gone += items.length
    if (kind !== 'removed') {
      come += items.length
      at += length
    }
  }
  return change.concat(now.slice(last).diff(then.slice(end))).chop().ops
}
