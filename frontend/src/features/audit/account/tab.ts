import type { AccountPast } from '#domain/audit-accounts.ts'
import type { Now } from '../chart/now.ts'
import type { Moment } from '../moment.ts'
import type { Go } from '../use-moment.ts'
import type { Ledger } from './use-ledger.ts'

/** Props of every tab: the account at the moment, its ledger, and navigation to other moments. */
export interface TabProps {
  past: AccountPast
  ledger: Ledger
  now: Now
  /** The viewed moment, debounced: it changes once the user stops stepping. */
  settled: Moment
  go: Go
}
