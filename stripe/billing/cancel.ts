import type { Objects } from '../objects.ts'
import type { Tx } from '../store/transaction.ts'
import { annul } from './invoices.ts'

type Subscription = Objects['subscription']
type Reason = 'cancellation_requested' | 'payment_failed'

const over = ['canceled', 'incomplete_expired']
export const isOver = ({ status }: Subscription) => over.includes(status)

/** Stops collecting an unpaid invoice. Voids it if it is for a first payment or a pending change; others remain owed. */
const stopCollecting = async (tx: Tx, invoice: Objects['invoice'], { status, pending_update }: Subscription) => {
  if (invoice.status !== 'open' && invoice.status !== 'draft') return
  if (status === 'incomplete' || (pending_update && invoice.billing_reason === 'subscription_update'))
    await annul(tx, invoice)
  else
    await tx.save('invoice.updated', {
      ...invoice,
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    })
}

/** Ends a subscription now, with its schedule. Refunds nothing. */
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
  for (const invoice of await tx.all('invoice', { customer: subscription.customer }))
    if (invoice.parent?.subscription_details?.subscription === subscription.id)
      await stopCollecting(tx, invoice, subscription)
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
