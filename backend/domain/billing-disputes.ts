import type { SubscriptionSeen } from './billing-account.ts'
import { latestOf, type Money } from './billing-cover.ts'

/**
 * The effect of disputes on the subscription whose payments they concern. `cancel` leaves it to end with its period;
 * its user may resume it.
 */
type DisputeEffect = 'none' | 'suspend' | 'resume' | 'cancel' | 'end'

const paymentsFor = ({ paid }: Money, { subscriptionId }: SubscriptionSeen) =>
  Object.values(paid).filter((each) => each.subscriptionId === subscriptionId)

/** Reports whether a payment for this subscription is recorded. */
export const wasPaid = (money: Money, subscription: SubscriptionSeen): boolean =>
  paymentsFor(money, subscription).length > 0

/**
 * The last payment for a subscription decides: while it is disputed, the subscription is not renewed, and once it is
 * lost, the subscription ends. Disputes of earlier payments only matter to a renewal that is suspended already.
 */
export const effectOfDisputes = (money: Money, subscription: SubscriptionSeen): DisputeEffect => {
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
