import type { Interval } from '#domain/billing-account.ts'
import type { Subscription } from '#domain/billing-answers.ts'
import type { Entitlements, Plan } from '#domain/entitlements.ts'
import type { Paying } from './plan-acts.ts'

/** Returns the plan that the provider bills, with a scheduled change; null without a subscription. */
export const payingOf = (
  { plans }: Pick<Entitlements, 'plans'>,
  subscription: Subscription | undefined,
): Paying | null => {
  const term = plans.find(({ source }) => source === 'subscription')
  if (!term || !subscription?.interval || !isBilled(subscription)) return null
  return { plan: term.plan, interval: subscription.interval, pending: pendingOf(subscription) }
}

const isBilled = ({ status }: Subscription) => status === 'active' || status === 'past_due'

/** Returns the scheduled change of plan, or null. A cancellation counts as a change to Free; a suspension does not count. */
export const pendingOf = (of: Subscription): { plan: Plan; interval: Interval | null; at: string } | null => {
  if (of.pending) return of.pending
  return of.cancelAtPeriodEnd && !of.isSuspended && of.periodEnd
    ? { plan: 'FREE', interval: null, at: of.periodEnd }
    : null
}
