import { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import { view } from './view.ts'

/**
 * A refund (`done` or `failed`) or a dispute of a payment. `amount` is cents; `respondBy` and `reason` are set for
 * disputes only; `closedAt` is the time at which a dispute ended or a refund failed.
 */
export const PaymentReturnRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  paymentId: z.string(),
  kind: z.enum(['refund', 'dispute']),
  amount: z.int(),
  status: z.enum(['done', 'failed', 'open', 'won', 'lost']),
  at: z.string(),
  respondBy: z.string().nullable(),
  reason: z.string().nullable(),
  closedAt: z.string().nullable(),
})
export type PaymentReturnRow = z.infer<typeof PaymentReturnRow>

export const paymentReturnsView = view(PaymentReturnRow)<typeof billingEvents>({
  table: 'payment_returns',
  on: {
    PaymentRefunded: ({ refundId: id, userId, paymentId, amount, at }, event) => ({
      put: {
        id,
        userId,
        paymentId,
        kind: 'refund',
        amount,
        status: 'done',
        at: at ?? event.at,
        respondBy: null,
        reason: null,
        closedAt: null,
      },
    }),
    PaymentRefundFailed: ({ refundId: id }, { at: closedAt }) => ({
      update: { status: 'failed', closedAt },
      where: { id },
    }),
    PaymentDisputed: ({ disputeId: id, userId, paymentId, amount, at, respondBy, reason }, event) => ({
      put: {
        id,
        userId,
        paymentId,
        kind: 'dispute',
        amount,
        status: 'open',
        at: at ?? event.at,
        respondBy: respondBy ?? null,
        reason: reason ?? null,
        closedAt: null,
      },
    }),
    DisputeClosed: ({ disputeId: id, won, at }, event) => ({
      update: { status: won ? 'won' : 'lost', closedAt: at ?? event.at },
      where: { id },
    }),
  },
})
