import { type ErrorBody, type Outcome, Refused } from '../http/errors.ts'
import type { Objects } from '../objects.ts'
import { type Change, type Changed, changeItems, periodLines } from '../rules/lines.ts'
import type { Tx } from '../store/transaction.ts'
import { isOver } from './cancel.ts'
import { type Collected, collect } from './collect.ts'
import { incompleteFor } from './due-of.ts'
import { annul, draft, finalize, keepForLater } from './invoices.ts'

type Subscription = Objects['subscription']
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

const collected = async (tx: Tx, invoice: Objects['invoice'], behavior: PaymentBehavior): Promise<Collected> => {
  if (invoice.status === 'paid' || behavior === 'default_incomplete') return { invoice }
  const end = await collect(tx, invoice, { by: 'request' })
  if (behavior === 'error_if_incomplete' && (end.error || end.waits)) throw new Refused(402, end.error ?? needsPerson)
  return end
}

const needsPerson: ErrorBody = {
  type: 'card_error',
  code: 'subscription_payment_intent_requires_action',
  message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
}

/** Creates a subscription with its first invoice; it becomes active when that is paid. */
export async function begin(
  tx: Tx,
  customer: Objects['customer'],
  fresh: Subscription,
  behavior: PaymentBehavior,
): Promise<Subscription> {
  await tx.put(fresh)
  const period = { start: tx.now, end: tx.now }
  const drafted = await draft(tx, customer, {
    lines: periodLines(fresh),
    period,
    reason: 'subscription_create',
    subscription: fresh,
    finalizesAt: null,
  })
  const known = { ...fresh, latest_invoice: drafted.id }
  await tx.put(known)
  const invoice = await finalize(tx, drafted)
  // Emitted before the effects of its payment.
  const created = await tx.save('customer.subscription.created', {
    ...known,
    status: invoice.status === 'paid' ? ('active' as const) : known.status,
  })
  await collected(tx, invoice, behavior)
  return tx.get('subscription', created.id)
}

const part = ({ items, billing_cycle_anchor }: Subscription) => ({ items, billing_cycle_anchor })

/** Stores a change until it is paid: for as long as a first payment may take, but not beyond the end of the period. */
const pend = (tx: Tx, before: Subscription, { subscription: after }: Changed, invoice: string): Promise<Subscription> =>
  tx.save(
    'customer.subscription.updated',
    {
      ...before,
      latest_invoice: invoice,
      pending_update: {
        billing_cycle_anchor:
          after.billing_cycle_anchor === before.billing_cycle_anchor ? null : after.billing_cycle_anchor,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: Math.min(tx.now + incompleteFor, ...before.items.data.map((item) => item.current_period_end)),
        metadata: null,
        subscription_items: after.items.data,
        trial_end: null,
        trial_from_plan: null,
      },
    },
    { pending: part(after), pendingInvoice: invoice },
  )

/** Changes items or the anchor, and charges the difference now or on the next invoice. `pending_if_incomplete` defers an unpaid change. */
export async function change(
  tx: Tx,
  before: Subscription,
  wanted: Change,
  behavior: PaymentBehavior,
): Promise<Subscription> {
  const customer = await tx.get('customer', before.customer)
  const end = changeItems(before, wanted)
  const invoiceNow = end.restarted || (wanted.proration === 'always_invoice' && end.lines.length > 0)
  if (!invoiceNow) {
    await keepForLater(tx, customer, end.lines)
    return tx.save('customer.subscription.updated', end.subscription)
  }
  const drafted = await draft(tx, customer, {
    lines: end.lines,
    period: { start: before.items.data[0]?.current_period_start ?? tx.now, end: tx.now },
    reason: 'subscription_update',
    subscription: end.subscription,
    prorationDate: wanted.prorationDate,
    finalizesAt: null,
  })
  const invoice = await finalize(tx, drafted)
  if (behavior === 'pending_if_incomplete' && invoice.status !== 'paid') {
    await pend(tx, before, end, invoice.id)
    await collect(tx, invoice, { by: 'request' })
    return tx.get('subscription', before.id)
  }
  const status = behavior === 'default_incomplete' && invoice.status !== 'paid' ? ('past_due' as const) : before.status
  await tx.save('customer.subscription.updated', { ...end.subscription, latest_invoice: invoice.id, status })
  await collected(tx, invoice, behavior)
  return tx.get('subscription', before.id)
}

/** Discards a pending change that was not paid in time, or whose invoice is void. */
export async function dropPending(tx: Tx, subscription: Subscription): Promise<Subscription> {
  const { pendingInvoice } = await tx.hidden(subscription.id)
  const after = await tx.save(
    'customer.subscription.updated',
    { ...subscription, pending_update: null },
    { pending: null, pendingInvoice: null },
  )
  await tx.emit('customer.subscription.pending_update_expired', after)
  const invoice = typeof pendingInvoice === 'string' ? await tx.find('invoice', pendingInvoice) : undefined
  if (invoice?.status === 'open') await annul(tx, invoice)
  return after
}

/** Voids an invoice on request, and discards a pending change that awaited its payment. */
export async function annulled(tx: Tx, invoice: Objects['invoice']): Promise<Objects['invoice'] | Outcome> {
  const after = await annul(tx, invoice)
  const id = invoice.parent?.subscription_details?.subscription
  const subscription = id ? await tx.find('subscription', id) : undefined
  if (subscription && !isOver(subscription) && (await tx.hidden(subscription.id)).pendingInvoice === invoice.id)
    await dropPending(tx, subscription)
  return after
}
