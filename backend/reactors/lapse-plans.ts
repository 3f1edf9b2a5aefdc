import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { graceEnd } from '#domain/entitlements.ts'
import type { Payments } from '../providers/payments.ts'
import { reactor } from './reactor.ts'
import { synchroniseBilling } from './sync-billing.ts'

/**
 * Ends paid plans: at once if cancelled; seven days after a due renewal otherwise, and only if the provider confirms
 * that it is unpaid. While the provider is unreachable, the query is retried and the plan still counts. Without a
 * configured provider, the plan ends unconfirmed.
 */
export const lapsePlans = (pool: pg.Pool, payments: Payments | undefined) =>
  reactor(billingEvents, {
    name: 'lapse-plans',
    slow: true,
    attempts: 25,
    dueAt: { PlanCovered: ({ through, renews }) => (renews ? graceEnd(through) : through) },
    on: {
      async PlanCovered({ userId, through, renews }, reaction) {
        const { cover } = await reaction.stateOf(billing, userId)
        if (cover?.through !== through || cover.renews !== renews) return
        if (renews && payments) await synchroniseBilling(pool, payments, userId, reaction)
        await reaction.dispatch(billing, userId, { type: 'LapsePlan', data: { userId, through, asked: renews } })
      },
    },
  })
