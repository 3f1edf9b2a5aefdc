import { Delta, type Op } from '#domain/deltas.ts'

const lengthOf = ({ retain, delete: gone }: Op): number =>
  gone ?? (typeof retain === 'number' ? retain : retain ? 1 : 0)
const shortened = (op: Op, length: number): Op =>
  typeof op.retain === 'number' ? { ...op, retain: length } : op.delete ? { delete: length } : op

/** Returns the part of a change before an index; undefined if the change ends before that index. */
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
 * Normalises a change for the log, in which nothing follows a text's last newline. If a table is last, Quill inserts
 * after that newline: such an insertion is moved before it, and begins with a newline of its own.
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
