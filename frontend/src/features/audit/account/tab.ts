import type { AccountPast } from '#domain/audit-accounts.ts'
import type { Now } from '../chart/now.ts'
import type { Moment } from '../moment.ts'
import type { Go } from '../use-moment.ts'
import type { Ledger } from './use-ledger.ts'

/** What every tab is given: the account as of the moment, where that is in the ledger, and the way to other moments. */
export interface TabProps {
  past: AccountPast
  ledger: Ledger
  now: Now
  /** The moment once somebody has stopped stepping. */
  settled: Moment
  go: Go
}
