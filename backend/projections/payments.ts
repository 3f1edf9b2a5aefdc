import { z } from 'zod'
import { Interval, SoldPlan } from '#domain/billing-account.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import { view } from './view.ts'

/**
 * A completed payment; `id` is the provider's. A plan's payment has an invoice and a period, a pack's has credits. `amount` and `tax` are
 * cents. The card is null for other payment methods, and for events that predate its recording.
 */
export const PaymentRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  kind: z.enum(['plan', 'pack']),
  invoiceId: z.string().nullable(),
  plan: SoldPlan.nullable(),
  interval: Interval.nullable(),
  from: z.string().nullable(),
  through: z.string().nullable(),
  credits: z.int().nullable(),
  amount: z.int(),
  currency: z.string(),
  tax: z.int(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  paidAt: z.string(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

/** Initial values of columns that `PaymentDetailsRecorded` sets later. */
const undetailed = { currency: 'usd', tax: 0, brand: null, last4: null }
const noPlan = { invoiceId: null, plan: null, interval: null, from: null, through: null }

export const paymentsView = view(PaymentRow)<typeof billingEvents>({
  table: 'payments',
  on: {
    // An invoice of zero has no payment.
    PlanPaid: ({ userId, invoiceId, paymentId: id, plan, interval, from, through, amount }, { at: paidAt }) =>
      id === null
        ? []
        : {
            put: {
              id,
              userId,
              kind: 'plan',
              invoiceId,
              plan,
              interval,
              from,
              through,
              credits: null,
              amount,
              paidAt,
              ...undetailed,
            },
          },
    PackPaid: ({ userId, paymentId: id, credits, amount }, { at: paidAt }) => ({
      put: { id, userId, kind: 'pack', ...noPlan, credits, amount, paidAt, ...undetailed },
    }),
    PaymentDetailsRecorded: ({ paymentId: id, paidAt, currency, tax, card }) => ({
      update: { paidAt, currency, tax, brand: card?.brand ?? null, last4: card?.last4 ?? null },
      where: { id },
    }),
  },
})
