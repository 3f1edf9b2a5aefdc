import { z } from 'zod'
import type { creditEvents } from '#domain/credit-events.ts'
import { view } from './view.ts'

/**
 * An entry of a user's credit history. `quantity` is positive for granted or returned credits, negative for holds,
 * captures, taken and removed credits; released holds count as zero. `owed` is the change of the debt.
 */
export const CreditTransactionRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  quantity: z.int(),
  owed: z.int(),
  status: z.enum(['granted', 'held', 'captured', 'released', 'taken_back', 'given_back', 'owed_settled', 'removed']),
  comment: z.string(),
  createdAt: z.string(),
})
export type CreditTransactionRow = z.infer<typeof CreditTransactionRow>

export const creditTransactionsView = view(CreditTransactionRow)<typeof creditEvents>({
  table: 'credit_transactions',
  on: {
    // A payment without additional credits has a grant, but no entry.
    CreditsGranted: ({ grantId: id, userId, amount, comment }, { at }) =>
      amount === 0 ? [] : { put: { id, userId, quantity: amount, owed: 0, status: 'granted', comment, createdAt: at } },
    CreditsHeld: ({ holdId: id, userId, amount, purpose }, { at }) => ({
      put: { id, userId, quantity: -amount, owed: 0, status: 'held', comment: purpose.label, createdAt: at },
    }),
    CreditsCaptured: ({ holdId: id }) => ({ update: { status: 'captured' }, where: { id } }),
    CreditsReleased: ({ holdId: id }) => ({ update: { status: 'released' }, where: { id } }),
    // A lost dispute that took nothing more has no entry.
    CreditsTakenBack: ({ userId, amount, owed, comment }, { id, at }) =>
      amount + owed === 0
        ? []
        : { put: { id, userId, quantity: 0 - amount, owed, status: 'taken_back', comment, createdAt: at } },
    OwedCreditsSettled: ({ userId, amount }, { id, at }) => ({
      put: {
        id,
        userId,
        quantity: -amount,
        owed: -amount,
        status: 'owed_settled',
        comment: 'Settles what was owed',
        createdAt: at,
      },
    }),
    CreditsGivenBack: ({ userId, amount, forgiven, comment }, { id, at }) =>
      amount + forgiven === 0
        ? []
        : { put: { id, userId, quantity: amount, owed: 0 - forgiven, status: 'given_back', comment, createdAt: at } },
    CreditsRemoved: ({ removalId: id, userId, amount, comment }, { at }) => ({
      put: { id, userId, quantity: -amount, owed: 0, status: 'removed', comment, createdAt: at },
    }),
  },
})
