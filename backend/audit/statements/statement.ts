import type pg from 'pg'
import type { CreditSums, EntryKind, LedgerEntry } from '#domain/ledger-answers.ts'
import { sumsOf } from '#domain/ledger-sums.ts'
import type { EventStore } from '#eventstore'
import { reading } from '../../http/snapshot.ts'
import { entriesIn } from '../../queries/audit/moment.ts'
import { ledgerReader } from '../../queries/audit/recorded.ts'
import { readChainStatus } from '../chain/installed.ts'
import { withLinks } from '../chain/with-links.ts'
import { type MoneyLine, type MoneyTotal, moneyOf, moneyTotals } from './money.ts'

/** A user's ledger of a period, and the state of the chain that contains its events. */
export interface Statement {
  account: { id: string; name: string }
  /** Null is the beginning. */
  from: string | null
  /** The end of the period, exclusive. */
  through: string
  sums: CreditSums
  entries: LedgerEntry[]
  money: { lines: MoneyLine[]; totals: MoneyTotal[] }
  issue: StatementIssue
  /** Length and last link of the chain when the statement was made. */
  chain: { length: number; head: string | null }
}

/** Issuer and time of a statement. */
export interface StatementIssue {
  at: string
  /** Public address of the installation. */
  installation: string
  /** Company that takes the payments; null where the settings name none. */
  issuer: string | null
  /** Id of the key that signs it. */
  key: string
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
  removal: 'Removed by an admin',
}

type Installed = { pool: pg.Pool; store: Pick<EventStore, 'read'> }

/** Creates the statement of a period, with `through` exclusive. Reads the ledger from the event stream itself. */
export const statementOf = async (
  { pool, store }: Installed,
  { accountId: id, from, through }: StatementRequest,
  issue: StatementIssue,
): Promise<Statement> => {
  const { events, ledger } = await ledgerReader(store)(id)
  const period = await entriesIn(reading(pool), ledger.entries, { from, to: through })
  const { rows } = await pool.query<{ name: string }>('select name from auth."user" where id = $1', [id])
  const { length, head } = await readChainStatus(pool)
  const lines = await moneyOf(reading(pool), id, { from, through })
  return {
    account: { id, name: rows[0]?.name ?? '' },
    from,
    through,
    chain: { length, head },
    sums: sumsOf(events, { ...period, by: 'source' }),
    money: { lines, totals: moneyTotals(lines) },
    issue,
    entries: await withLinks(pool, `credits-${id}`, ledger.entries.slice(period.from, period.to)),
  }
}
