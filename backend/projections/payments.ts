import { z } from 'zod'
import { Interval, SoldPlan } from '#domain/billing-account.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import { view } from './view.ts'

/**
 * A payment that was made, under the provider's id. Of a plan: its bill and period; of a pack: its credits. `amount` and `tax` are cents. The
 * card is null for other means and in events that predate it.
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

/** Facts that arrive with a later event. */
const undetailed = { currency: 'usd', tax: 0, brand: null, last4: null }
const noPlan = { invoiceId: null, plan: null, interval: null, from: null, through: null }

export const paymentsView = view(PaymentRow)<typeof billingEvents>({
  table: 'payments',
  on: {
    // A bill of nothing was paid by nothing.
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
