import type { Interval, SoldPlan } from './billing-account.ts'
import { meets } from './entitlements.ts'

interface Choice {
  plan: SoldPlan
  interval: Interval
}

/** An upgrade of the plan or to yearly billing takes effect immediately; a downgrade at the end of the paid period. */
export const takesEffect = (now: Choice, next: Choice): 'never' | 'at once' | 'at period end' => {
  if (now.plan === next.plan && now.interval === next.interval) return 'never'
  const isLess = !meets(next.plan, now.plan) || (now.interval === 'YEARLY' && next.interval === 'MONTHLY')
  return isLess ? 'at period end' : 'at once'
}
