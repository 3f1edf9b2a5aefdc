import { Delta, type Op } from '#domain/deltas.ts'

const lengthOf = ({ retain, delete: gone }: Op): number =>
  gone ?? (typeof retain === 'number' ? retain : retain ? 1 : 0)
const shortened = (op: Op, length: number): Op =>
  typeof op.retain === 'number' ? { ...op, retain: length } : op.delete ? { delete: length } : op

/** The part of a change before an index; undefined if it changes nothing before it. */
const upTo = (place: number, { ops }: Delta): Delta | undefined => {
  const head = new Delta()
  let reached = 0
  for (const op of ops) {
    if (reached === place && op.insert === undefined) return head
    const length = Math.min(lengthOf(op), place - reached)
    if (op.insert === undefined || reached < place) head.push(shortened(op, length))
    reached += length
  }
  return reached === place ? head : undefined
}

/**
 * Normalises a change for the log. Nothing follows a text's last newline, except that Quill inserts after it if a table
 * is last: then the newline is moved into the insertion, and the last one stays last.
 */
export const beforeEnd = (text: Delta, change: Delta): Delta => {
  const end = text.length() - 1
  const reached = change.ops.reduce((sum, op) => sum + lengthOf(op), 0)
  const head = reached > end && upTo(end, change)
  if (!head) return change
  const keptLength = text.slice(0, end).compose(head).length()
  const rest = text.compose(change).slice(keptLength)
  const last = rest.ops.at(-1)
  if (typeof last?.insert !== 'string' || !last.insert.endsWith('\n')) rest.insert('\n')
  const body = rest.slice(0, rest.length() - 1)
  return head.concat(body).concat(text.slice(end).diff(rest.slice(rest.length() - 1)))
}
