import type { Item, Objects } from '../objects.ts'
import { periodLines, renewed } from '../rules/lines.ts'
import type { Tx } from '../store/transaction.ts'
import { cancelSubscription, isOver } from './cancel.ts'
import { collect } from './collect.ts'
import { annul, draft, finalize } from './invoices.ts'
import { nextPhase } from './schedule.ts'
import { dropPending } from './subscriptions.ts'

type Subscription = Objects['subscription']

/** Seconds for which the invoice of a renewal stays a draft. */
const draftFor = 3_600

/** Ends a subscription whose first payment was never made. */
const expire = async (tx: Tx, subscription: Subscription) => {
  for (const invoice of await tx.all('invoice', { customer: subscription.customer, status: 'open' }))
    if (invoice.parent?.subscription_details?.subscription === subscription.id) await annul(tx, invoice)
  await tx.save('customer.subscription.updated', {
    ...subscription,
    ended_at: tx.now,
    status: 'incomplete_expired' as const,
  })
}

const renew = async (tx: Tx, subscription: Subscription, items: Item[] | undefined) => {
  const customer = await tx.get('customer', subscription.customer)
  const [before] = subscription.items.data
  const after = renewed(subscription, tx.now, items)
  await tx.put(after)
  const invoice = await draft(tx, customer, {
    lines: periodLines(after),
    period: { start: before?.current_period_start ?? tx.now, end: tx.now },
    reason: 'subscription_cycle',
    subscription: after,
    finalizesAt: tx.now + draftFor,
  })
  await tx.save('customer.subscription.updated', { ...after, latest_invoice: invoice.id })
}

/** Processes a due subscription: its first payment is late, a pending change was not paid, it ends, or it renews. */
export async function subscriptionDue(tx: Tx, found: Subscription): Promise<void> {
  if (isOver(found)) return
  if (found.status === 'incomplete') return expire(tx, found)
  const { pending_update } = found
  // An unpaid change expires at the end of the period at the latest, so both may be due at the same time.
  const subscription = pending_update && pending_update.expires_at <= tx.now ? await dropPending(tx, found) : found
  const { cancel_at, items } = subscription
  if (cancel_at !== null && cancel_at <= tx.now)
    return void (await cancelSubscription(tx, subscription, 'cancellation_requested'))
  if (items.data.some(({ current_period_end }) => current_period_end > tx.now)) return
  const next = await nextPhase(tx, subscription)
  if (next === 'cancel') return void (await cancelSubscription(tx, subscription, 'cancellation_requested'))
  await renew(tx, await tx.get('subscription', subscription.id), next)
}

/** Processes a due invoice: finalises a draft after its hour, or retries a failed payment. */
export async function invoiceDue(tx: Tx, invoice: Objects['invoice']): Promise<void> {
  const open = invoice.status === 'draft' ? await finalize(tx, invoice) : invoice
  if (open.status === 'open') await collect(tx, open, { by: 'schedule' })
}
