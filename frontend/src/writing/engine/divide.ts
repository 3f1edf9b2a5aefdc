import { Delta, type Op, opLength, tableEmbed } from '#domain/deltas.ts'

/** Limits of one request in operations and JSON characters: well below those of the server. */
const partLimits = { ops: 2_000, characters: 200_000 }

const sizeOf = (op: Op): number => JSON.stringify(op).length

/** Splits an insertion of a string between whole characters, so that the first part fits into `room` characters; undefined if indivisible. */
const cutInsert = (op: Op & { insert: string }, room: number): [Op, Op] | undefined => {
  const { length } = op.insert
  // An escaped character takes up to six characters of JSON.
  let at = Math.min(length - 1, Math.max(1, Math.floor((room - sizeOf({ ...op, insert: '' })) / 6)))
  const code = op.insert.charCodeAt(at - 1)
  if (code >= 0xd800 && code <= 0xdbff) at += 1
  if (at < 1 || at >= length) return undefined
  return [
    { ...op, insert: op.insert.slice(0, at) },
    { ...op, insert: op.insert.slice(at) },
  ]
}

type Table = { cells?: Record<string, unknown> } & Record<string, unknown>
const tableIn = ({ insert, retain }: Op): Table | undefined => {
  const value = insert ?? retain
  return typeof value === 'object' && tableEmbed in value ? (value[tableEmbed] as Table) : undefined
}

/** Splits a table, or a change of one, into its first cells and a change with the rest; undefined if indivisible. */
const cutTable = (op: Op, room: number): [Op, Op] | undefined => {
  const table = tableIn(op)
  const cells = Object.entries(table?.cells ?? {})
  let left = room - sizeOf({ insert: { [tableEmbed]: { ...table, cells: {} } } })
  const end = cells.findIndex((cell, n) => {
    left -= JSON.stringify(cell).length
    return n > 0 && left < 0
  })
  if (!table || end < 0) return undefined
  const first = { [tableEmbed]: { ...table, cells: Object.fromEntries(cells.slice(0, end)) } }
  const rest = { [tableEmbed]: { cells: Object.fromEntries(cells.slice(end)) } }
  return [{ ...op, ...(op.insert === undefined ? { retain: first } : { insert: first }) }, { retain: rest }]
}

const isPassing = ({ retain, attributes }: Op): boolean => typeof retain === 'number' && attributes === undefined

/** Splits a change into the part that fits one request, and the rest based on it; undefined for a small change. */
export const divide = (change: Delta): [Delta, Delta] | undefined => {
  const head: Op[] = []
  let room = partLimits.characters
  let taken = 0
  let cut: Op | undefined
  /** Length by which the rest overlaps the first part: 1 for a split table, which the rest continues. */
  let again = 0
  for (const op of change.ops) {
    const size = sizeOf(op)
    if (taken >= partLimits.ops) break
    const isLongText = size > room && typeof op.insert === 'string' && room > sizeOf({ ...op, insert: '' })
    const parts = isLongText ? cutInsert(op as Op & { insert: string }, room) : undefined
    if (parts) {
      head.push(parts[0])
      cut = parts[1]
      taken++
      break
    }
    // An embed other than a table is never split: it is sent alone, however large.
    if (size > room && !head.every(isPassing)) break
    const table = size > room ? cutTable(op, room) : undefined
    if (table) {
      head.push(table[0])
      cut = table[1]
      again = 1
      taken++
      break
    }
    head.push(op)
    room -= size
    taken++
  }
  const rest = [...(cut ? [cut] : []), ...change.ops.slice(taken)]
  if (rest.length === 0) return undefined
  const reached = head.reduce((sum, op) => (op.delete === undefined ? sum + opLength(op) : sum), -again)
  return [new Delta(head), new Delta().retain(reached).concat(new Delta(rest))]
}
