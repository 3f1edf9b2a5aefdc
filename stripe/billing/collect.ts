import type { ErrorBody } from '../http/errors.ts'
import type { Objects } from '../objects.ts'
import { nextAttempt } from '../rules/retries.ts'
import type { Tx } from '../store/transaction.ts'
import { cancelSubscription, isOver } from './cancel.ts'
import { paid, paymentOf } from './invoices.ts'
import { attempt } from './pay.ts'

type Invoice = Objects['invoice']
type Subscription = Objects['subscription']

const subscriptionOf = async (tx: Tx, invoice: Invoice): Promise<Subscription | undefined> => {
  const id = invoice.parent?.subscription_details?.subscription
  return id ? tx.find('subscription', id) : undefined
}

const defaultMethod = async (tx: Tx, invoice: Invoice, subscription: Subscription | undefined) => {
  const customer = await tx.get('customer', String(invoice.customer))
  const id = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id ? tx.find('payment_method', id) : undefined
}

/** Applies a paid invoice to its subscription: it begins, recovers, or makes the change that awaited the payment. */
async function settled(tx: Tx, invoice: Invoice): Promise<void> {
  const subscription = await subscriptionOf(tx, invoice)
  if (!subscription || isOver(subscription)) return
  const { pending, pendingInvoice } = await tx.hidden(subscription.id)
  const { intent } = await paymentOf(tx, invoice)
  const saves =
    subscription.payment_settings?.save_default_payment_method === 'on_subscription' && intent?.payment_method
  const active: Subscription = {
    ...subscription,
    ...(saves && { default_payment_method: intent.payment_method }),
    status:
      ['incomplete', 'past_due'].includes(String(subscription.status)) && subscription.latest_invoice === invoice.id
        ? 'active'
        : subscription.status,
  }
  if (!pending || pendingInvoice !== invoice.id) return void (await tx.save('customer.subscription.updated', active))
  const after: Subscription = { ...active, ...(pending as Partial<Subscription>), pending_update: null }
  await tx.save('customer.subscription.updated', after, { pending: null, pendingInvoice: null })
  await tx.emit('customer.subscription.pending_update_applied', after)
}

/** The origin of an attempt: Stripe's schedule, or a request. After the first, only scheduled attempts count. */
type TriedBy = 'schedule' | 'request'

const tried = (invoice: Invoice, by: TriedBy, now: number): Pick<Invoice, 'attempt_count' | 'next_payment_attempt'> => {
  const { attempt_count, next_payment_attempt, auto_advance, billing_reason } = invoice
  if (by === 'request' && attempt_count > 0) return { attempt_count, next_payment_attempt }
  const attempts = attempt_count + 1
  const isTriedAgain = billing_reason === 'subscription_cycle' && auto_advance
  const firstAt = invoice.status_transitions.finalized_at ?? now
  return { attempt_count: attempts, next_payment_attempt: isTriedAgain ? nextAttempt(attempts, firstAt) : null }
}

/** Applies a failed attempt: a renewal is retried, and cancelled after the last attempt. */
async function unsettled(tx: Tx, invoice: Invoice, by: TriedBy): Promise<Invoice> {
  const subscription = await subscriptionOf(tx, invoice)
  const isGivenUp = by === 'schedule' && invoice.billing_reason === 'subscription_cycle'
  const after: Invoice = { ...invoice, attempted: true, ...tried(invoice, by, tx.now) }
  await tx.save('invoice.payment_failed', after)
  await tx.emit('invoice.updated', after)
  if (!subscription || isOver(subscription)) return after
  if (isGivenUp && after.next_payment_attempt === null) await cancelSubscription(tx, subscription, 'payment_failed')
  else if (subscription.status === 'active' && !subscription.pending_update)
    await tx.save('customer.subscription.updated', { ...subscription, status: 'past_due' as const })
  return after
}

export interface Collected {
  invoice: Invoice
  /** The reason why the invoice was not paid. */
  error?: ErrorBody
  /** Set if the payment awaits the customer's authentication. */
  waits?: true
}

const noMethod: ErrorBody = {
  type: 'invalid_request_error',
  code: 'resource_missing',
  message:
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
}

interface Trying {
  by: TriedBy
  /** By default, the payment method of the subscription or of the customer. */
  method?: Objects['payment_method'] | undefined
  /** True if the customer is not present to authenticate. */
  offSession?: boolean
}

/** Attempts to collect the payment of an open invoice. */
export async function collect(
  tx: Tx,
  invoice: Invoice,
  { by, method: given, offSession = true }: Trying,
): Promise<Collected> {
  const { intent } = await paymentOf(tx, invoice)
  const method = given ?? (await defaultMethod(tx, invoice, await subscriptionOf(tx, invoice)))
  if (!intent || !method) return { invoice: await unsettled(tx, invoice, by), error: noMethod }
  const end = await attempt(tx, intent, method, { offSession, mayWait: true })
  if (end.intent.status === 'succeeded') {
    const done = await paid(tx, { ...invoice, attempt_count: tried(invoice, by, tx.now).attempt_count })
    await settled(tx, done)
    return { invoice: done }
  }
  const after = await unsettled(tx, invoice, by)
  if (end.error) return { invoice: after, error: end.error }
  await tx.emit('invoice.payment_action_required', after)
  return { invoice: after, waits: true }
}

const invoiceOf = async (tx: Tx, intent: Objects['payment_intent']) => {
  const { invoice } = await tx.hidden(intent.id)
  const found = typeof invoice === 'string' ? await tx.find('invoice', invoice) : undefined
  return found?.status === 'open' ? found : undefined
}

/** Marks the invoice of a succeeded payment as paid. */
export async function intentSucceeded(tx: Tx, intent: Objects['payment_intent']): Promise<void> {
  const invoice = await invoiceOf(tx, intent)
  if (!invoice) return
  const { attempt_count } = tried(invoice, 'request', tx.now)
  await settled(tx, await paid(tx, { ...invoice, attempt_count }))
}

/** Records a failed attempt at the invoice of a payment. */
export async function intentFailed(tx: Tx, intent: Objects['payment_intent']): Promise<void> {
  const invoice = await invoiceOf(tx, intent)
  if (invoice) await unsettled(tx, invoice, 'request')
}
