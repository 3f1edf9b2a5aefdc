import type { LedgerEntry } from '#domain/ledger-answers.ts'
import { countAt } from '#domain/ledger-pages.ts'
import type { Read } from '../../http/snapshot.ts'
import { asOf } from '../as-of.ts'
import { Time } from './moment-query.ts'

/** A period of time: `from` is inclusive, `to` exclusive. */
export const Period = { from: Time.optional(), to: Time.optional() }

type Entries = readonly Pick<LedgerEntry, 'position'>[]

const entriesBy = async (read: Read, entries: Entries, at: string): Promise<number> => {
  const last = await asOf(read, at)
  return last ? countAt(entries, last.position) : 0
}

/** Returns the number of entries up to a moment. A time cuts all streams at the same log position. */
export const entryAt = async (
  read: Read,
  entries: Entries,
  { at, position }: { at?: string | undefined; position?: string | undefined },
): Promise<number> => {
  if (position !== undefined) return countAt(entries, BigInt(position))
  return at === undefined ? entries.length : entriesBy(read, entries, at)
}

const justBefore = (time: string): string => new Date(Date.parse(time) - 1).toISOString()

/** Returns the number of entries before a period, and the number up to its end. */
export const entriesIn = async (
  read: Read,
  entries: Entries,
  { from, to }: { from?: string | null | undefined; to?: string | null | undefined },
): Promise<{ from: number; to: number }> => {
  const start = from ? await entriesBy(read, entries, justBefore(from)) : 0
  const end = to ? await entriesBy(read, entries, justBefore(to)) : entries.length
  return { from: start, to: Math.max(start, end) }
}
