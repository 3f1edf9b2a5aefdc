import type pg from 'pg'
import type { EntryKind, LedgerEntry, SumsAnswer } from '#domain/ledger-answers.ts'
import { sumsOf } from '#domain/ledger-sums.ts'
import type { EventStore } from '#eventstore'
import { reading } from '../../http/snapshot.ts'
import { entriesIn } from '../../queries/audit/moment.ts'
import { ledgerReader } from '../../queries/audit/recorded.ts'
import { chainStanding } from '../chain/installed.ts'
import { withLinks } from '../chain/with-links.ts'

/** A user's ledger of a period, and the state of the chain that contains its events. */
export interface Statement {
  account: { id: string; name: string }
  /** Null is the beginning. */
  from: string | null
  through: string
  sums: Omit<SumsAnswer, 'from' | 'to'>
  entries: LedgerEntry[]
  /** As it was when the statement was made: its length and its last link. */
  chain: { length: number; head: string | null }
}

export interface StatementRequest {
  accountId: string
  from: string | null
  through: string
}

/** Labels of entries. */
export const words: Record<EntryKind, string> = {
  grant: 'Grant',
  purchase: 'Purchase',
  'admin-grant': 'Admin grant',
  hold: 'Hold',
  capture: 'Capture',
  release: 'Release',
  'take-back': 'Taken back',
  settlement: 'Owed settled',
  'give-back': 'Given back',
}

type Installed = { pool: pg.Pool; store: Pick<EventStore, 'read'> }

/** From the stream itself, of the period from one time up to, and not with, another. */
export const statementOf = async (
  { pool, store }: Installed,
  { accountId: id, from, through }: StatementRequest,
): Promise<Statement> => {
  const { events, ledger } = await ledgerReader(store)(id)
  const period = await entriesIn(reading(pool), ledger.entries, { from, to: through })
  const { rows } = await pool.query<{ name: string }>('select name from auth."user" where id = $1', [id])
  const { length, head } = await chainStanding(pool)
  return {
    account: { id, name: rows[0]?.name ?? '' },
    from,
    through,
    chain: { length, head },
    sums: sumsOf(events, { ...period, by: 'source' }),
    entries: await withLinks(pool, `credits-${id}`, ledger.entries.slice(period.from, period.to)),
  }
}
