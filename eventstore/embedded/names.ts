import { createHash } from 'node:crypto'
import type { Row } from './event.ts'

/**
 * Names of streams and types as PostgreSQL can keep them. Its text knows no NUL, and its index no keys above some 2,700 bytes: such a
 * name stands in a table of its own, under a key that takes its place everywhere else.
 */
const MAX_PLAIN = 2000
/** What a key begins with: a character that stands for nothing, and so in no one's name. */
const MARK = '\ufdd0'
const MARK_BYTES = Buffer.from(MARK)

/** What a stream's name or a type is kept as. */
export function keyOf(name: string): string {
  if (name.length <= MAX_PLAIN / 3 && !name.includes('\0') && !name.startsWith(MARK)) return name
  const bytes = Buffer.from(name)
  return isOdd(bytes) ? oddKey(bytes) : name
}

/** The same of bytes. */
export const keyOfBytes = (name: Buffer): Buffer => (isOdd(name) ? Buffer.from(oddKey(name)) : name)

const isOdd = (name: Buffer) =>
  name.length > MAX_PLAIN || name.includes(0) || (name[0] === MARK_BYTES[0] && name.subarray(0, 3).equals(MARK_BYTES))

const oddKey = (name: Buffer) => MARK + createHash('sha256').update(name).digest('hex')

/** The names among rows that have to be kept apart: for KEEP_NAMES. Undefined: none. */
export function oddNamesOf(rows: readonly Row[]): [keys: string[], names: Buffer[]] | undefined {
  const odd = new Map<string, Buffer>()
  for (const row of rows) for (const name of [row.stream, row.type]) if (isOdd(name)) odd.set(oddKey(name), name)
  return odd.size > 0 ? [[...odd.keys()], [...odd.values()]] : undefined
}

/** Beside the log, made with it. */
export const NAMES = `
  create table if not exists eventstore.names (
    key text collate "C" primary key,
    name bytea not null
  );
`

/** Before the events that have them: a name that nothing has yet does no harm. */
export const KEEP_NAMES = `
  insert into eventstore.names (key, name) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing
`

/** A column of keys as the bytes of the names that they stand for. */
export const nameOf = (column: string): string => `
  case when starts_with(${column}, '${MARK}') then (select name from eventstore.names where key = ${column})
  else convert_to(${column}, 'UTF8') end`
