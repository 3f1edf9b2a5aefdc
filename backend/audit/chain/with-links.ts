import type pg from 'pg'
import type { LedgerEntry } from '#domain/ledger-answers.ts'
import { linksOf } from './read-links.ts'

const linksAtOnce = 5_000

/** Returns the entries with their links; a newly appended entry may have none yet. */
export const withLinks = async (
  pool: pg.Pool,
  stream: string,
  entries: readonly LedgerEntry[],
): Promise<LedgerEntry[]> => {
  const all: LedgerEntry[] = []
  for (let from = 0; from < entries.length; from += linksAtOnce) {
    const some = entries.slice(from, from + linksAtOnce)
    const links = await linksOf(
      pool,
      stream,
      some.map(({ eventId }) => eventId),
    )
    for (const entry of some) all.push({ ...entry, link: links.get(entry.eventId) ?? null })
  }
  return all
}
