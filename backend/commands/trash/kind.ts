import type pg from 'pg'
import type { TrashedRows } from '#projections/trash.ts'
import type { Sender } from '../../http/act.ts'
import type { Binned } from '../../queries/trash/routes.ts'
import type { Run } from '../operations/perform.ts'

/** A kind of thing that can lie in the Trash, and how it comes back. */
export type TrashKind = TrashedRows & {
  /** Restores one thing that an operation deleted. */
  restore?: (run: Run, thing: Binned, pool: pg.Pool) => Promise<unknown>
  /** Permanently deletes one of the user's own things; absent for kinds without files. */
  purge?: (run: Run, thing: Binned) => Promise<unknown>
  /** Restores everything that one action deleted, for things whose deletion includes others. */
  restoreAll?: (act: Sender, campaignId: string, operationId: string) => Promise<unknown>
}
