import { z } from 'zod'
import {
  DisputeSeen,
  Interval,
  InvoiceSeen,
  PaymentSeen,
  RefundSeen,
  SoldPlan,
  SubscriptionSeen,
} from './billing-account.ts'
import { Period } from './covered-time.ts'
import { Difference, SettledDifference } from './differences.ts'
import { erasable } from './erasable.ts'

const userId = z.uuid()
const of = { userId }
const reference = z.string()
const time = z.iso.datetime()
const cents = z.int().nonnegative()
/** The time of the provider request. An older answer never overrides a newer one. */
const askedAt = time
const dispute = { ...of, disputeId: reference, paymentId: reference }

/** Facts between a person and the payment provider, by reference: no address, no name, and of a card the last digits only. */
export const billingEvents = {
  /** A hint that an object changed; the provider is then queried for the details. */
  WebhookReceived: z.object({ ...of, eventId: reference, type: z.string(), objectId: z.string() }),
  CustomerLinked: z.object({ ...of, customerId: reference }),

  SubscriptionStarted: SubscriptionSeen.extend({ ...of, askedAt }),
  SubscriptionChanged: SubscriptionSeen.extend({ ...of, askedAt }),
  SubscriptionEnded: SubscriptionSeen.extend({ ...of, askedAt }),

  /** `returned` is the time for which the payment set off unused money of the plan before; events that predate it omit it. */
  PlanPaid: InvoiceSeen.pick({ invoiceId: true, subscriptionId: true, plan: true, interval: true }).extend({
    ...of,
    from: time,
    through: time,
    amount: cents,
    paymentId: reference.nullable(),
    returned: Period.optional(),
  }),
  /** A renewal failed, for the `attempts`th time; `nextAttemptAt` is null if the provider gives up. */
  PaymentFailed: InvoiceSeen.pick({
    invoiceId: true,
    plan: true,
    attempts: true,
    nextAttemptAt: true,
    needsConfirmation: true,
  }).extend(of),
  /** A mail about an unpaid renewal was sent. */
  RenewalNoticeSent: z.object({ ...of, invoiceId: reference }),
  PackPaid: z.object({ ...of, paymentId: reference, pack: z.string(), credits: z.int().positive(), amount: cents }),
  /** Facts of a payment for plans or packs, recorded once after it. */
  PaymentDetailsRecorded: PaymentSeen.extend(of),
  /**
   * A refund requested by an admin, with their reason. `amount` null refunds the whole remainder. `requestId` is the
   * user's request that it grants, if any; older events omit both it and the provider's `idempotencyKey`.
   */
  RefundRequested: z.object({
    ...of,
    paymentId: reference,
    amount: z.int().positive().nullable(),
    reason: erasable(z.string()),
    requestId: z.uuid().optional(),
    idempotencyKey: z.uuid().optional(),
  }),
  /** The provider refused the refund that would have granted a user's request. */
  RefundRefused: z.object({ ...of, requestId: z.uuid(), paymentId: reference }),
  /** A user requested a refund of a payment; the reason may be empty. */
  RefundAsked: z.object({
    ...of,
    requestId: z.uuid(),
    paymentId: reference,
    reason: erasable(z.string()),
    askedAt: time,
  }),
  /** An admin's decision; `amount` is the refund in cents, or null if the request was declined. */
  RefundDecided: z.object({
    ...of,
    requestId: z.uuid(),
    paymentId: reference,
    amount: z.int().positive().nullable(),
    reason: erasable(z.string()),
  }),
  /** A refund of `amount` of the payment's `of` cents. */
  PaymentRefunded: RefundSeen.omit({ hasFailed: true }).extend(of),
  /** The money of a recorded refund did not arrive: the payment counts again. */
  PaymentRefundFailed: z.object({ ...of, refundId: reference, paymentId: reference }),
  PaymentDisputed: DisputeSeen.omit({ status: true, closedAt: true }).extend(of),
  /** `at` is the provider's time of the returned money; absent for lost disputes and in older events. */
  DisputeClosed: z.object({ ...dispute, won: z.boolean(), at: time.optional() }),

  /** Recorded by a reconciliation round, before it repairs the differences that it can. */
  DifferencesFound: z.object({ ...of, roundId: z.uuid(), differences: z.array(Difference) }),
  /** Recorded by a later round that no longer found these differences. */
  DifferencesSettled: z.object({ ...of, roundId: z.uuid(), settled: z.array(SettledDifference) }),

  /** The resulting paid plan, and whether it renews at its end. */
  PlanCovered: z.object({ ...of, plan: SoldPlan, interval: Interval, through: time, renews: z.boolean() }),
  PlanLapsed: z.object({ ...of, plan: SoldPlan, through: time }),
}
