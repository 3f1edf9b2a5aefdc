import { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import { RefundRequest } from '#domain/payment-answers.ts'
import { view } from './view.ts'

/** A refund that a user requested, and an admin's decision. */
export const RefundRequestRow = RefundRequest.extend({ userId: z.uuid(), paymentId: z.string() })
export type RefundRequestRow = z.infer<typeof RefundRequestRow>

export const refundRequestsView = view(RefundRequestRow)<typeof billingEvents>({
  table: 'refund_requests',
  on: {
    RefundAsked: ({ requestId: id, userId, paymentId, reason, askedAt }) => ({
      put: { id, userId, paymentId, status: 'open', askedAt, reason, answer: null, decidedAt: null },
    }),
    RefundDecided: ({ requestId: id, amount, reason: answer }, { at: decidedAt }) => ({
      update: { status: amount === null ? 'declined' : 'granted', answer, decidedAt },
      where: { id },
    }),
  },
})
