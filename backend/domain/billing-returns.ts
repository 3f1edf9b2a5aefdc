import type { SubscriptionSeen } from './billing-account.ts'
import { isGone, latestOf, type Money } from './billing-cover.ts'

/**
 * The effect of refunds and disputes on the subscription whose payments they concern. `cancel` leaves it to end with
 * its period; its user may resume it.
 */
type ReturnEffect = 'none' | 'suspend' | 'resume' | 'cancel' | 'end'

const paymentsFor = ({ paid }: Money, { subscriptionId }: SubscriptionSeen) =>
  Object.values(paid).filter((each) => each.subscriptionId === subscriptionId)

/** Reports whether a payment for this subscription is recorded. */
export const wasPaid = (money: Money, subscription: SubscriptionSeen): boolean =>
  paymentsFor(money, subscription).length > 0

/**
 * Reports whether the last payment for the subscription was returned entirely. A plan change without a payment was set
 * off against the payment before it, so that one decides; a free period was not, so it counts as not returned.
 */
export const isLastPaymentReturned = (money: Money, subscription: SubscriptionSeen): boolean => {
  const own = paymentsFor(money, subscription).filter(({ paymentId, returned }) => paymentId !== null || !returned)
  return isGone(money, latestOf(own)?.paymentId ?? null)
}

/**
 * The last payment for a subscription decides: once it is refunded entirely or lost in a dispute, the subscription
 * ends; while it is disputed, the subscription is not renewed. Disputes of earlier payments only decide
 * whether a suspended renewal is resumed or cancelled.
 */
export const effectOfReturns = (money: Money, subscription: SubscriptionSeen): ReturnEffect => {
  if (isLastPaymentReturned(money, subscription)) return 'end'
  const payments = paymentsFor(money, subscription)
  // A period without a payment of its own was set off against the payment before it.
  const last = latestOf(payments.filter(({ paymentId }) => paymentId !== null))
  const disputes = Object.values(money.disputes).filter((dispute) =>
    payments.some(({ paymentId }) => paymentId === dispute.paymentId),
  )
  if (disputes.length === 0) return 'none'
  const ofLast = disputes.filter(({ paymentId }) => paymentId === last?.paymentId)
  if (ofLast.some(({ status }) => status === 'lost')) return 'end'
  // A renewal that is due already would be charged at the end of its period too.
  const isRenewalDue = subscription.periodEnd > (latestOf(payments)?.through ?? '')
  if (ofLast.some(({ status }) => status === 'open')) return isRenewalDue ? 'end' : 'suspend'
  if (disputes.some(({ status }) => status === 'open')) return 'none'
  return disputes.every(({ status }) => status === 'won') ? 'resume' : 'cancel'
}
