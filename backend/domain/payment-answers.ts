import { z } from 'zod'
import { Interval, SoldPlan } from './billing-account.ts'

/** A PDF at `GET /billing/receipts/{id}`. */
const Document = z.object({ id: z.uuid(), number: z.string() })

/** Money of a payment that went back, or that the bank holds back: a refund is `done` or `failed`. Amounts are cents. */
export const PaymentReturn = z.object({
  id: z.string(),
  kind: z.enum(['refund', 'dispute']),
  amount: z.int(),
  status: z.enum(['done', 'failed', 'open', 'won', 'lost']),
  at: z.string(),
  /** The deadline for evidence in a dispute. */
  respondBy: z.string().nullable(),
  /** The bank's word for a dispute. */
  reason: z.string().nullable(),
  /** The time at which a dispute ended or a refund failed. */
  closedAt: z.string().nullable(),
  /** The credit note of a refund, if receipts are issued. */
  creditNote: Document.nullable(),
})
export type PaymentReturn = z.infer<typeof PaymentReturn>

/** Days after a payment within which a refund can be requested. */
export const refundDays = 30
export const mayAskForRefund = (paidAt: string, at: string): boolean =>
  Date.parse(at) - Date.parse(paidAt) <= refundDays * 86_400_000

/** A refund that the user requested; `answer` is the admin's reason. */
export const RefundRequest = z.object({
  id: z.uuid(),
  status: z.enum(['open', 'granted', 'declined']),
  askedAt: z.string(),
  reason: z.string(),
  answer: z.string().nullable(),
  decidedAt: z.string().nullable(),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** `disputed` while the bank decides; `lost` once it decided for the card's holder. */
export const PaymentStatus = z.enum(['paid', 'partly_refunded', 'refunded', 'disputed', 'lost'])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const Payment = z.object({
  /** The provider's id, by which its dashboard finds the payment. */
  id: z.string(),
  kind: z.enum(['plan', 'pack']),
  plan: SoldPlan.nullable(),
  interval: Interval.nullable(),
  /** The period that a plan was paid for. */
  from: z.string().nullable(),
  through: z.string().nullable(),
  /** The credits of a pack; null for a plan. */
  credits: z.int().nullable(),
  amount: z.int(),
  currency: z.string(),
  /** Part of the amount. */
  tax: z.int(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  paidAt: z.string(),
  status: PaymentStatus,
  /** Cents that went back. */
  returned: z.int(),
  returns: z.array(PaymentReturn),
  /** The latest refund request; null if there is none. */
  request: RefundRequest.nullable(),
  /** Null if no receipt is issued, or not yet. */
  receipt: Document.nullable(),
})
export type Payment = z.infer<typeof Payment>

/** `GET /billing/payments`, newest first. */
export const PaymentList = z.object({ data: z.array(Payment), total: z.int() })
export type PaymentList = z.infer<typeof PaymentList>

/** `GET /admin/payments`: those of every user, newest first. The name is null for a user who is not known any more. */
export const PaymentFilter = z.enum(['all', 'requested', 'refunded', 'disputed'])
export type PaymentFilter = z.infer<typeof PaymentFilter>
export const AdminPayment = Payment.extend({ userId: z.uuid(), userName: z.string().nullable() })
export type AdminPayment = z.infer<typeof AdminPayment>
export const AdminPaymentList = z.object({ data: z.array(AdminPayment), total: z.int() })
export type AdminPaymentList = z.infer<typeof AdminPaymentList>

/**
 * `GET /admin/payments/{id}/refund`. In cents, `left` is the refundable rest and `proposed` the part of it whose credits are unspent;
 * `granted` and `unspent` are credits.
 */
export const RefundProposal = z.object({ left: z.int(), proposed: z.int(), granted: z.int(), unspent: z.int() })
export type RefundProposal = z.infer<typeof RefundProposal>

/** The status of a payment, from the money that went back of it. */
export const paymentStatus = (
  amount: number,
  returns: readonly Pick<PaymentReturn, 'kind' | 'status' | 'amount'>[],
): PaymentStatus => {
  const disputes = returns.filter(({ kind }) => kind === 'dispute')
  if (disputes.some(({ status }) => status === 'open')) return 'disputed'
  if (disputes.some(({ status }) => status === 'lost')) return 'lost'
  const refunded = refundedOf(returns)
  if (refunded === 0) return 'paid'
  return refunded < amount ? 'partly_refunded' : 'refunded'
}

/** Cents that refunds gave back. */
export const refundedOf = (returns: readonly Pick<PaymentReturn, 'status' | 'amount'>[]): number =>
  returns.reduce((sum, { status, amount }) => (status === 'done' ? sum + amount : sum), 0)
