import type { Objects } from '../objects.ts'
import type { Tx } from '../store/transaction.ts'

type Subscription = Objects['subscription']
type Reason = 'cancellation_requested' | 'payment_failed'

const over = ['canceled', 'incomplete_expired']
export const isOver = ({ status }: Subscription) => over.includes(status)

/** Ends a subscription now, with its schedule. Nothing is paid back by itself. */
export async function cancelSubscription(tx: Tx, subscription: Subscription, reason: Reason): Promise<Subscription> {
  if (isOver(subscription)) return subscription
  const schedule = subscription.schedule ? await tx.find('subscription_schedule', subscription.schedule) : undefined
  if (schedule?.status === 'active')
    await tx.save('subscription_schedule.canceled', {
      ...schedule,
      status: 'canceled' as const,
      canceled_at: tx.now,
      current_phase: null,
    })
  return tx.save('customer.subscription.deleted', {
    ...subscription,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason: subscription.cancellation_details?.reason ?? reason,
    },
    canceled_at: subscription.canceled_at ?? tx.now,
    ended_at: tx.now,
    pending_update: null,
    schedule: null,
    status: 'canceled' as const,
  })
}
