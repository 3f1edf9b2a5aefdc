import { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import { Difference } from '#domain/differences.ts'
import type { reconciliationEvents } from '#domain/reconciliation.ts'
import { view } from './view.ts'

/** What a round of reconciliation found; `userId` is null of a customer who is nobody here. */
export const DifferenceRow = Difference.extend({
  id: z.string(),
  roundId: z.uuid(),
  userId: z.uuid().nullable(),
  foundAt: z.string(),
})
export type DifferenceRow = z.infer<typeof DifferenceRow>

export const differencesView = view(DifferenceRow)<typeof billingEvents & typeof reconciliationEvents>({
  table: 'differences',
  on: {
    DifferencesFound: ({ userId, roundId, differences }, { id, at: foundAt }) =>
      differences.map((difference, n) => ({ put: { id: `${id}-${n}`, roundId, userId, foundAt, ...difference } })),
    StrangersFound: ({ roundId, strangers }, { id, at: foundAt }) =>
      strangers.map((stranger, n) => ({ put: { id: `${id}-${n}`, roundId, userId: null, foundAt, ...stranger } })),
  },
})
