import type { Interval, SoldPlan, SubscriptionSeen } from './billing-account.ts'
import type { Period } from './covered-time.ts'

/** A paid period of a plan. */
export interface Paid {
  subscriptionId: string
  plan: SoldPlan
  interval: Interval
  from: string
  through: string
  /** The time for which the payment set off unused money of the previous plan. */
  returned?: Period | undefined
  paymentId: string | null
  /** Cents. */
  amount: number
}

/** The current paid period: counts until `through` or, if it renews, until it lapses. */
export interface Cover {
  plan: SoldPlan
  interval: Interval
  through: string
  renews: boolean
}

export interface Disputed {
  paymentId: string
  amount: number
  of: number
  status: 'open' | 'won' | 'lost'
}

export interface Money {
  subscription: SubscriptionSeen | null
  /** Paid periods by invoice. */
  paid: Readonly<Record<string, Paid>>
  /** Refunded cents of each payment, by refund. */
  refunds: Readonly<Record<string, { paymentId: string; amount: number; of: number }>>
  /** Disputed cents of each payment, by dispute. */
  disputes: Readonly<Record<string, Disputed>>
  /** The end of the paid period that lapsed last. */
  lapsedThrough: string | null
}

export const isLive = (subscription: SubscriptionSeen | null): subscription is SubscriptionSeen =>
  subscription?.status === 'active' || subscription?.status === 'past_due'

/** True if the provider will charge the default card again; the last card must then stay. */
export const isRenewing = (
  subscription: { status: SubscriptionSeen['status'] | null; cancelAtPeriodEnd: boolean } | null,
): boolean => {
  const { status, cancelAtPeriodEnd } = subscription ?? {}
  return (status === 'active' || status === 'past_due') && cancelAtPeriodEnd === false
}

/** A payment that was refunded entirely, or lost in a dispute, pays for nothing. */
export const isGone = ({ refunds, disputes }: Money, payment: string | null): boolean => {
  if (payment === null) return false
  const back = Object.values(refunds).filter(({ paymentId }) => paymentId === payment)
  const isRefunded = back.some(({ of }) => back.reduce((sum, { amount }) => sum + amount, 0) >= of)
  return (
    isRefunded || Object.values(disputes).some(({ paymentId, status }) => paymentId === payment && status === 'lost')
  )
}

/** Reports whether nothing of a payment is left to refund: it was refunded entirely, or a dispute holds or took the rest. */
export const isReturned = (money: Money, payment: string): boolean =>
  isGone(money, payment) ||
  Object.values(money.disputes).some(({ paymentId, status }) => paymentId === payment && status === 'open')

/** The period that began last, or null: an upgrade begins within a period, a downgrade after it. */
export const latestOf = (periods: readonly Paid[]): Paid | null =>
  periods.reduce<Paid | null>((best, one) => (best && !isAfter(one, best) ? best : one), null)

/** The period that was paid for last, even if its money went back: the one that the subscription continues from. */
export const latestPaid = ({ paid }: Pick<Money, 'paid'>): Paid | null => latestOf(Object.values(paid))

/** The last period whose money did not go back counts, unless it lapsed. */
export const coverOf = (money: Money): Cover | null => {
  const { subscription, paid, lapsedThrough } = money
  const last = latestOf(Object.values(paid).filter(({ paymentId }) => !isGone(money, paymentId)))
  if (last === null || (lapsedThrough !== null && last.through <= lapsedThrough)) return null
  const { plan, interval, through } = last
  return { plan, interval, through, renews: isRenewing(subscription) }
}

/**
 * Breaks ties between periods that begin at the same time by their content, so that the order of arrival does not
 * matter.
 */
const isAfter = (one: Paid, other: Paid) =>
  one.from === other.from ? `${one.through} ${one.plan}` > `${other.through} ${other.plan}` : one.from > other.from
