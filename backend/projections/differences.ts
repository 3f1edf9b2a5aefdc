import { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import { Difference, type SettledDifference } from '#domain/differences.ts'
import type { reconciliationEvents } from '#domain/reconciliation.ts'
import { type Change, view } from './view.ts'

/** A difference found by a reconciliation round; `userId` is null for a customer without an account. */
export const DifferenceRow = Difference.extend({
  id: z.string(),
  roundId: z.uuid(),
  userId: z.uuid().nullable(),
  foundAt: z.string(),
  /** Set when a later round no longer found it. */
  settledAt: z.string().nullable(),
})
export type DifferenceRow = z.infer<typeof DifferenceRow>

/** A difference that persisted for several nights has one row per night. */
const over = (
  userId: string | null,
  { code, reference }: SettledDifference,
  settledAt: string,
): Change<DifferenceRow> => ({
  update: { settledAt },
  where: { userId, code, reference, settledAt: null },
})

export const differencesView = view(DifferenceRow)<typeof billingEvents & typeof reconciliationEvents>({
  table: 'differences',
  on: {
    DifferencesFound: ({ userId, roundId, differences }, { id, at: foundAt }) =>
      differences.map((difference, n) => ({
        put: { id: `${id}-${n}`, roundId, userId, foundAt, settledAt: null, ...difference },
      })),
    DifferencesSettled: ({ userId, settled }, { at }) => settled.map((difference) => over(userId, difference, at)),
    StrangersFound: ({ roundId, strangers }, { id, at: foundAt }) =>
      strangers.map((stranger, n) => ({
        put: { id: `${id}-${n}`, roundId, userId: null, foundAt, settledAt: null, ...stranger },
      })),
    StrangersSettled: ({ settled }, { at }) => settled.map((stranger) => over(null, stranger, at)),
  },
})
