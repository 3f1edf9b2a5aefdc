import { z } from 'zod'
import type { reconciliationEvents } from '#domain/reconciliation.ts'
import { view } from './view.ts'

/** A reconciliation round of the ledger with the provider. `waiting`: the provider is unreachable. */
export const ReconciliationRow = z.object({
  id: z.uuid(),
  cause: z.enum(['nightly', 'asked']),
  status: z.enum(['running', 'waiting', 'finished', 'given_up']),
  beganAt: z.string(),
  endedAt: z.string().nullable(),
  /** Number of compared users. */
  looked: z.int(),
})
export type ReconciliationRow = z.infer<typeof ReconciliationRow>

export const reconciliationsView = view(ReconciliationRow)<typeof reconciliationEvents>({
  table: 'reconciliations',
  on: {
    ReconciliationBegan: ({ roundId: id, cause }, { at: beganAt }) => ({
      put: { id, cause, status: 'running', beganAt, endedAt: null, looked: 0 },
    }),
    PeopleReconciled: ({ roundId: id }) => ({ update: { status: 'running' }, where: { id } }),
    ReconciliationDelayed: ({ roundId: id }) => ({ update: { status: 'waiting' }, where: { id } }),
    ReconciliationEnded: ({ roundId: id, outcome: status, looked }, { at: endedAt }) => ({
      update: { status, looked, endedAt },
      where: { id },
    }),
  },
})
