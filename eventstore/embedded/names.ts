import { createHash } from 'node:crypto'
import type { Row } from './event.ts'

/**
 * Maximum length in bytes of a stream's name or a type that is stored as it is. PostgreSQL's text type excludes NUL, and its
 * index keys are limited to about 2,700 bytes: other names are in a table of their own, under a key that replaces them elsewhere.
 */
const MAX_PLAIN = 2000
/** The first character of such keys: a noncharacter, which occurs in no name. */
const MARK = '\ufdd0'
const MARK_BYTES = Buffer.from(MARK)

/** The stored form of a stream's name or a type. */
export function keyOf(name: string): string {
  if (name.length <= MAX_PLAIN / 3 && !name.includes('\0') && !name.startsWith(MARK)) return name
  const bytes = Buffer.from(name)
  return isOdd(bytes) ? oddKey(bytes) : name
}

/** The stored form of a name in UTF-8. */
export const keyOfBytes = (name: Buffer): Buffer => (isOdd(name) ? Buffer.from(oddKey(name)) : name)

const isOdd = (name: Buffer) =>
  name.length > MAX_PLAIN || name.includes(0) || (name[0] === MARK_BYTES[0] && name.subarray(0, 3).equals(MARK_BYTES))

const oddKey = (name: Buffer) => MARK + createHash('sha256').update(name).digest('hex')

/** The names among rows that need the separate table, as parameters of KEEP_NAMES; undefined if there are none. */
export function oddNamesOf(rows: readonly Row[]): [keys: string[], names: Buffer[]] | undefined {
  const odd = new Map<string, Buffer>()
  for (const row of rows) for (const name of [row.stream, row.type]) if (isOdd(name)) odd.set(oddKey(name), name)
  return odd.size > 0 ? [[...odd.keys()], [...odd.values()]] : undefined
}

/** The names table, created together with the log. */
export const NAMES = `
  create table if not exists eventstore.names (
    key text collate "C" primary key,
    name bytea not null
  );
`

/** Runs before the insert of the events with these names, since an unused name does no harm. */
export const KEEP_NAMES = `
  insert into eventstore.names (key, name) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing
`

/** SQL that resolves a column of keys to the bytes of the names. */
export const nameOf = (column: string): string => `
  case when starts_with(${column}, '${MARK}') then (select name from eventstore.names where key = ${column})
  else convert_to(${column}, 'UTF8') end`
