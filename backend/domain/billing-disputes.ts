import type { SubscriptionSeen } from './billing-account.ts'
import type { Money } from './billing-cover.ts'

const paymentsFor = ({ paid }: Money, { subscriptionId }: SubscriptionSeen) =>
  Object.values(paid).filter((each) => each.subscriptionId === subscriptionId)

/** Reports whether a payment for this subscription is recorded. */
export const wasPaid = (money: Money, subscription: SubscriptionSeen): boolean =>
  paymentsFor(money, subscription).length > 0
