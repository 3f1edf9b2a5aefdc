import { z } from 'zod'
import { Period } from './covered-time.ts'
import { erasable } from './erasable.ts'

/** Plans that are sold, and how often they are paid for. */
export const SoldPlan = z.enum(['BASIC', 'PRO'])
export type SoldPlan = z.infer<typeof SoldPlan>
export const Interval = z.enum(['MONTHLY', 'YEARLY'])
export type Interval = z.infer<typeof Interval>

export const soldPlanNames: Readonly<Record<SoldPlan, string>> = { BASIC: 'Basic', PRO: 'Pro' }
const intervalNames: Readonly<Record<Interval, string>> = { MONTHLY: 'monthly', YEARLY: 'yearly' }

/** 'Pro plan, monthly': a bought plan in receipts, ledgers and statements. */
export const planPurchase = ({ plan, interval }: { plan: SoldPlan; interval: Interval }): string =>
  `${soldPlanNames[plan]} plan, ${intervalNames[interval]}`

/** An id of the provider's. */
const reference = z.string().min(1).max(255)
const time = z.iso.datetime()
/** Cents of the currency that everything is sold in. */
const cents = z.int().nonnegative()

/** A change that waits for the end of the period. */
export const PendingChange = z.object({ plan: SoldPlan, interval: Interval, at: time })

/** `past_due`: a renewal failed and is tried again. `incomplete`: the first payment was never made. */
export const SubscriptionStatus = z.enum(['incomplete', 'active', 'past_due', 'ended'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const SubscriptionSeen = z.object({
  subscriptionId: reference,
  plan: SoldPlan,
  interval: Interval,
  status: SubscriptionStatus,
  startedAt: time,
  periodEnd: time,
  cancelAtPeriodEnd: z.boolean(),
  /** It ends because a payment is disputed, not by a choice of its user; absent otherwise and in older events. */
  isSuspended: z.literal(true).optional(),
  pending: PendingChange.nullable(),
})
export type SubscriptionSeen = z.infer<typeof SubscriptionSeen>

/**
 * An invoice for a plan, from one moment through another. `paymentId` is null if nothing had to be paid. `returned` is the period
 * whose unused money of the previous plan the invoice sets off, after a change of plan.
 */
export const InvoiceSeen = z.object({
  invoiceId: reference,
  subscriptionId: reference,
  status: z.enum(['open', 'paid', 'void']),
  plan: SoldPlan,
  interval: Interval,
  from: time,
  through: time,
  returned: Period.optional(),
  amount: cents,
  paymentId: reference.nullable(),
  /** Number of payment attempts; `nextAttemptAt` is the time of the next one. */
  attempts: z.int().nonnegative(),
  nextAttemptAt: time.nullable(),
  /** The payment was not refused: the bank requires the user to confirm it. */
  needsConfirmation: z.boolean().optional(),
})
export type InvoiceSeen = z.infer<typeof InvoiceSeen>

/** A pack of credits that was paid for. */
export const PurchaseSeen = z.object({ paymentId: reference, pack: z.string(), amount: cents })
export type PurchaseSeen = z.infer<typeof PurchaseSeen>

/** The card of a payment: its brand as the provider names it (`visa`), and its last four digits. */
export const CardSeen = z.object({ brand: z.string().max(40), last4: erasable(z.string().max(4)) })

/** A tax within a payment: its name, its rate in percent, and in cents the amount that it is charged on and its own. */
export const TaxLine = z.object({
  name: z.string().max(100),
  percent: z.number().nullable(),
  taxable: cents.nullable(),
  amount: cents,
  /** The buyer accounts for the tax. */
  isReverseCharge: z.literal(true).optional(),
})
export type TaxLine = z.infer<typeof TaxLine>

/** Details of a completed payment, for display. `tax` is the part of the amount that is tax, in cents; `card` is null for other means. */
export const PaymentSeen = z.object({
  paymentId: reference,
  paidAt: time,
  currency: z.string().length(3),
  tax: cents,
  /** The lines that `tax` consists of; absent for payments without taxes and in older events. */
  taxes: z.array(TaxLine).max(20).optional(),
  card: CardSeen.nullable(),
})
export type PaymentSeen = z.infer<typeof PaymentSeen>

/** A refund of `amount` of the `of` cents of a payment. Events that predate `at`, the provider's time, omit it. */
export const RefundSeen = z.object({
  refundId: reference,
  paymentId: reference,
  amount: cents,
  of: cents,
  at: time.optional(),
  /** The bank refused the money later, or the refund was canceled: the payment counts again. */
  hasFailed: z.boolean().optional(),
})
export type RefundSeen = z.infer<typeof RefundSeen>
export const DisputeSeen = z.object({
  disputeId: reference,
  paymentId: reference,
  amount: cents,
  of: cents,
  status: z.enum(['open', 'won', 'lost']),
  /** The time at which the bank opened it, the deadline for evidence, and the bank's reason; events that predate these omit them. */
  at: time.optional(),
  respondBy: time.nullable().optional(),
  reason: z.string().max(100).optional(),
  /** The provider's time at which the money of a won dispute was returned. */
  closedAt: time.optional(),
})

export type DisputeSeen = z.infer<typeof DisputeSeen>

/** The payment provider's records of one customer, from one query. Lists are complete and unordered. */
export const AccountSeen = z.object({
  customerId: reference,
  subscriptions: z.array(SubscriptionSeen),
  invoices: z.array(InvoiceSeen),
  purchases: z.array(PurchaseSeen),
  payments: z.array(PaymentSeen),
  refunds: z.array(RefundSeen),
  disputes: z.array(DisputeSeen),
})
export type AccountSeen = z.infer<typeof AccountSeen>
