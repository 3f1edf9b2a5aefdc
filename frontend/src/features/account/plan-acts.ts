import type { Interval } from '#domain/billing-account.ts'
import { meets, type Plan } from '#domain/entitlements.ts'
import { planName } from '../../ui/Badge.tsx'

/** A plan and its billing interval, which is ignored for FREE. */
export interface Choice {
  plan: Plan
  interval: Interval
}

/** A paid plan, and the one scheduled for the end of its period. */
export interface Paying extends Choice {
  pending: { plan: Plan; interval: Interval | null } | null
}

/**
 * The effect of a plan's button: nothing, first payment, preview of a change, cancellation, or withdrawal of a
 * scheduled change.
 */
export interface PlanAct {
  does: 'nothing' | 'create' | 'preview' | 'cancel' | 'keep'
  label: string
}

const intervalName: Record<Interval, string> = { YEARLY: 'annual', MONTHLY: 'monthly' }

/** Returns 'Basic, monthly', or the plan alone if it has no interval. */
export const choiceName = ({ plan, interval }: { plan: Plan; interval: Interval | null }): string =>
  plan === 'FREE' || interval === null ? planName[plan] : `${planName[plan]}, ${intervalName[interval]}`

/** Returns the action of a plan's button. `current` is the user's plan: without `paying`, it is FREE or comes from another source. */
export const actOf = (paying: Paying | null, current: Plan, { plan, interval }: Choice): PlanAct => {
  const name = planName[plan]
  if (!paying) {
    if (plan === 'FREE') return { does: 'nothing', label: current === 'FREE' ? 'Current plan' : 'Part of your plan' }
    return { does: 'create', label: meets(current, plan) ? `Subscribe to ${name}` : `Upgrade to ${name}` }
  }
  const { pending } = paying
  if (pending?.plan === plan && (plan === 'FREE' || pending.interval === interval))
    return { does: 'nothing', label: 'Scheduled' }
  if (plan === 'FREE') return { does: 'cancel', label: 'Change to Free' }
  if (plan === paying.plan && interval === paying.interval)
    return pending ? { does: 'keep', label: `Keep ${name}` } : { does: 'nothing', label: 'Current plan' }
  if (plan === paying.plan) return { does: 'preview', label: `Change to ${intervalName[interval]}` }
  return { does: 'preview', label: `${meets(plan, paying.plan) ? 'Upgrade' : 'Change'} to ${name}` }
}
