import { effectivePlan, isComplimentary, type PlanSource, paidPlan } from '#domain/entitlements.ts'
import type { AdminUser } from '#domain/me.ts'
import { dateOf } from '../../../ui/dates.ts'
import { planNames, tierOrNone } from './words.ts'

export interface SourceLine {
  name: string
  /** The plan or tier with its end. */
  value: string
}

const sourceNames: Record<PlanSource, string> = {
  subscription: 'Subscription',
  admin: 'Given by an admin',
  preorder: 'Pre-order',
}

const planOf = ({ plans }: AdminUser, source: PlanSource, at: Date): string => {
  const term = plans.find((each) => each.source === source && each.plan !== 'FREE')
  if (!term) return 'None'
  const { plan, through, renews = false } = term
  if (through === null) return `${planNames[plan]}, without an end`
  const isPast = Date.parse(through) <= at.getTime()
  if (renews) return `${planNames[plan]}, ${isPast ? 'renewal unpaid since' : 'renews on'} ${dateOf(through)}`
  return `${planNames[plan]}, ${isPast ? 'ended on' : 'ends on'} ${dateOf(through)}`
}

const accessOf = (user: AdminUser, at: Date): string => {
  const { complimentaryAccessThrough: through } = user
  if (through === null) return 'None'
  return `Pro, ${isComplimentary(user, at) ? 'through' : 'ended after'} ${dateOf(through)}`
}

const tierOf = (tier: string | null) => (tier === null ? 'None' : `${tierOrNone(tier)}, without an end`)

/** Returns a line for each source of plans and tiers, with the plan or tier from it and its end. */
export const sourceLines = (user: AdminUser, at: Date): SourceLine[] => [
  ...(['subscription', 'admin', 'preorder'] as const).map((source) => ({
    name: sourceNames[source],
    value: planOf(user, source, at),
  })),
  { name: 'Complimentary access', value: accessOf(user, at) },
  { name: 'Loreloom tier', value: tierOf(user.loreloomKickstarterTier) },
  { name: 'Minis tier', value: tierOf(user.minisKickstarterTier) },
]

/** Returns 'Pro', or 'Pro (paid: Basic)' if complimentary access opens more than the paid plan. */
export const planNow = (user: AdminUser, at: Date): string => {
  const [plan, paid] = [effectivePlan(user, at), paidPlan(user, at)]
  return plan === paid ? planNames[plan] : `${planNames[plan]} (paid: ${planNames[paid]})`
}

/** Returns the label for “no plan from an admin”: 'Free', or 'None' if the user has a plan from another source. */
export const withoutGift = (user: AdminUser, at: Date): string => {
  const plans = user.plans.filter(({ source }) => source !== 'admin')
  return effectivePlan({ ...user, plans }, at) === 'FREE' ? planNames.FREE : 'None'
}
