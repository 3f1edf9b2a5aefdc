import type { Subscription } from '#domain/billing-answers.ts'
import { paidTerm, type Standing } from '#domain/entitlements.ts'

/** Somebody's plan as a subscription: nothing renews it, so that one with an end is as if cancelled for then. */
export const subscriptionOf = (standing: Standing, at: Date): Subscription => {
  const term = paidTerm(standing, at)
  const preorder = standing.plans.find(({ source }) => source === 'preorder')
  return {
    plan: term?.plan ?? 'FREE',
    source: term?.source ?? null,
    periodEnd: term?.through ?? null,
    cancelAtPeriodEnd: term !== undefined && term.through !== null,
    isPreOrder: preorder !== undefined,
    isLifetimePreOrder: preorder?.through === null,
    preOrderValidUntil: preorder?.through ?? null,
    ...{ interval: null, status: null, nextCharge: null, pending: null, graceUntil: null },
  }
}
