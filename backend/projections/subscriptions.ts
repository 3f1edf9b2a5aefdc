import { z } from 'zod'
import { Interval, PendingChange, SoldPlan, SubscriptionStatus } from '#domain/billing-account.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import { view } from './view.ts'

/**
 * A user's subscription at the payment provider; `id` is the user's. All columns but the customer are null for users
 * who never subscribed.
 */
export const SubscriptionRow = z.object({
  id: z.uuid(),
  customerId: z.string(),
  subscriptionId: z.string().nullable(),
  plan: SoldPlan.nullable(),
  interval: Interval.nullable(),
  status: SubscriptionStatus.nullable(),
  periodEnd: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** True if the subscription ends because of a disputed payment, not by the user's choice. */
  isSuspended: z.boolean(),
  pending: PendingChange.nullable(),
  /** True after a failed renewal without a later payment. */
  failed: z.boolean(),
  /** True if the renewal failed because the user must confirm it with their bank. */
  needsConfirmation: z.boolean(),
})
export type SubscriptionRow = z.infer<typeof SubscriptionRow>

const none = {
  subscriptionId: null,
  plan: null,
  interval: null,
  status: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  isSuspended: false,
  pending: null,
  failed: false,
  needsConfirmation: false,
}

type Seen = z.infer<(typeof billingEvents)['SubscriptionStarted']>
const seen = ({ userId: id, ...seen }: Seen) => {
  const { subscriptionId, plan, interval, status, periodEnd, cancelAtPeriodEnd, pending } = seen
  const isSuspended = seen.isSuspended === true
  return {
    update: { subscriptionId, plan, interval, status, periodEnd, cancelAtPeriodEnd, isSuspended, pending },
    where: { id },
  }
}

const settled = ({ userId: id }: { userId: string }) => ({
  update: { failed: false, needsConfirmation: false },
  where: { id },
})

export const subscriptionsView = view(SubscriptionRow)<typeof billingEvents>({
  table: 'subscriptions',
  on: {
    CustomerLinked: ({ userId: id, customerId }) => ({ put: { id, customerId, ...none } }),
    SubscriptionStarted: seen,
    SubscriptionChanged: seen,
    SubscriptionEnded: seen,
    PaymentFailed: ({ userId: id, needsConfirmation = false }) => ({
      update: { failed: true, needsConfirmation },
      where: { id },
    }),
    PlanPaid: settled,
    PlanLapsed: settled,
  },
})
