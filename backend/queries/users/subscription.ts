import type { Subscription } from '#domain/billing-answers.ts'
import { type Entitlements, graceEnd, paidTerm } from '#domain/entitlements.ts'
import { planPrices } from '#domain/plan-credits.ts'
import type { SubscriptionRow } from '#projections/subscriptions.ts'
import type { Read } from '../../http/snapshot.ts'

/** The subscription that the provider bills; undefined if it bills nothing. */
export async function billedTo(read: Read, userId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await read<SubscriptionRow>(
    `select * from subscriptions where id = $1 and status in ('active', 'past_due')`,
    [userId],
  )
  return row
}

/** The user's plan in the form of a subscription: one that does not renew, but has an end, appears as cancelled. */
export const subscriptionOf = (
  entitlements: Entitlements,
  billed: SubscriptionRow | undefined,
  at: Date,
): Subscription => {
  const term = paidTerm(entitlements, at)
  const preorder = entitlements.plans.find(({ source }) => source === 'preorder')
  const isBilled = term?.source === 'subscription'
  const graceUntil = graceOf(entitlements, billed)
  return {
    plan: `${term?.plan ?? 'FREE'}${isBilled && billed?.interval === 'YEARLY' ? ' yearly' : ''}`,
    source: term?.source ?? null,
    periodEnd: term?.through ?? null,
    cancelAtPeriodEnd: term !== undefined && term.through !== null && term.renews !== true,
    isSuspended: isBilled && billed?.isSuspended === true,
    isPreOrder: preorder !== undefined,
    isLifetimePreOrder: preorder?.through === null,
    preOrderValidUntil: preorder?.through ?? null,
    interval: billed?.interval ?? null,
    status: billed?.status ?? null,
    nextCharge: billed ? nextChargeOf(billed) : null,
    pending: billed ? pendingOf(billed) : null,
    graceUntil,
    needsConfirmation: graceUntil !== null && billed?.needsConfirmation === true,
  }
}

/** Returns the scheduled change: another plan or interval, or FREE after a cancellation; null if there is none. */
export const pendingOf = ({
  pending,
  cancelAtPeriodEnd,
  isSuspended,
  interval,
  periodEnd,
}: SubscriptionRow): Subscription['pending'] =>
  cancelAtPeriodEnd && !isSuspended && interval && periodEnd ? { plan: 'FREE', interval, at: periodEnd } : pending

const nextChargeOf = ({ plan, interval, pending, periodEnd, cancelAtPeriodEnd }: SubscriptionRow) => {
  const next = pending ?? { plan, interval }
  if (cancelAtPeriodEnd || !next.plan || periodEnd === null) return null
  const { month, year } = planPrices[next.plan]
  return { amount: 100 * (next.interval === 'YEARLY' ? year : month), at: periodEnd }
}

const graceOf = ({ plans }: Entitlements, billed: SubscriptionRow | undefined): string | null => {
  const term = plans.find(({ source }) => source === 'subscription')
  const isPaymentLate = billed !== undefined && (billed.failed || billed.status === 'past_due')
  return isPaymentLate && term?.renews && term.through !== null ? graceEnd(term.through) : null
}
