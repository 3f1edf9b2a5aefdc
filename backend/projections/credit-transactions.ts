import { z } from 'zod'
import { creditEvents } from '#domain/credits.ts'
import { view } from './view.ts'

/** A line of a user's credit history. `quantity` is positive for a grant, negative for a hold or what became of it; released lines count as nothing. */
export const CreditTransactionRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  quantity: z.int(),
  status: z.enum(['granted', 'held', 'captured', 'released']),
  comment: z.string(),
  createdAt: z.string(),
})
export type CreditTransactionRow = z.infer<typeof CreditTransactionRow>

export const creditTransactionsView = view(
  creditEvents,
  CreditTransactionRow,
)({
  table: 'credit_transactions',
  on: {
    CreditsGranted: ({ grantId: id, userId, amount, comment }, { at }) => ({
      put: { id, userId, quantity: amount, status: 'granted', comment, createdAt: at },
    }),
    CreditsHeld: ({ holdId: id, userId, amount, purpose }, { at }) => ({
      put: { id, userId, quantity: -amount, status: 'held', comment: purpose.label, createdAt: at },
    }),
    CreditsCaptured: ({ holdId: id }) => ({ update: { status: 'captured' }, where: { id } }),
    CreditsReleased: ({ holdId: id }) => ({ update: { status: 'released' }, where: { id } }),
  },
})
