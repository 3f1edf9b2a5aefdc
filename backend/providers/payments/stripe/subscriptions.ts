import Stripe from 'stripe'
import { type Choice, type Payment, PaymentDeclined, type Payments, paid } from '../../payments.ts'
import { paymentOf } from './account.ts'
import { callStripe, idOf, isMissing, isoOf, secondsOf } from './call-stripe.ts'
import { itemOf, keep, type Provider, release } from './period-end.ts'
import type { Prices } from './prices.ts'

type Subscriptions = Pick<
  Payments,
  'abandonUnpaid' | 'subscribe' | 'preview' | 'change' | 'dropPendingChange' | 'cancelNow'
>

const secretOfInvoice = 'latest_invoice.confirmation_secret'

export const subscriptionsAt = (stripe: Stripe, prices: Prices): Subscriptions => {
  const provider = { stripe, prices }
  return {
    abandonUnpaid: (customer, key) => callStripe(() => abandonUnpaid(stripe, customer, key)),
    subscribe: (customer, choice, key) => callStripe(() => subscribe(provider, customer, choice, key)),
    preview: (id, choice, at) => callStripe(() => preview(provider, id, choice, at)),
    change: (id, choice, prorationDate, key) => callStripe(() => change(provider, id, choice, { prorationDate, key })),
    dropPendingChange: (id) =>
      callStripe(async () => void (await dropPendingChange(stripe, await stripe.subscriptions.retrieve(id)))),
    cancelNow: (id, key) => callStripe(() => cancel(stripe, id, key)),
  }
}

/**
 * Voids the invoice of a change that awaits the bank, so that it cannot be paid after a newer choice. Returns the invoice's id; null
 * if no change waits. Throws PaymentDeclined if it was paid or may still be.
 */
const dropPendingChange = async (
  stripe: Stripe,
  { pending_update, latest_invoice }: Stripe.Subscription,
): Promise<string | null> => {
  const invoice = pending_update === null ? null : idOf(latest_invoice)
  if (invoice === null) return null
  const { status } = await voidInvoice(stripe, invoice)
  if (status === 'void') return invoice
  if (status === 'paid') throw new PaymentDeclined('preview_stale', justPaid)
  throw new PaymentDeclined('payment_refused', stillPaid)
}

/**
 * Cancels subscriptions with an unpaid first invoice, which could be paid later and result in a second subscription. A payment at this
 * moment takes precedence: a paid invoice cannot be voided.
 */
const abandonUnpaid = async (stripe: Stripe, customer: string, key: string) => {
  const { data } = await stripe.subscriptions.list({ customer, status: 'incomplete', limit: 100 })
  for (const { id, metadata, latest_invoice } of data) {
    const invoice = idOf(latest_invoice)
    if (metadata.request === key || invoice === null) continue
    const { status } = await voidInvoice(stripe, invoice)
    if (status === 'paid') continue
    if (status !== 'void') throw new PaymentDeclined('payment_refused', stillPaid)
    await cancelIncomplete(stripe, id, key)
  }
}

const subscribe = async (
  { stripe, prices }: Provider,
  customer: string,
  choice: Choice,
  key: string,
): Promise<Payment> => {
  const { id } = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price: await prices.idOf(choice) }],
      payment_behavior: 'default_incomplete',
      // The customer's default card pays, including a later one.
      payment_settings: { save_default_payment_method: 'off' },
      metadata: { request: key },
    },
    { idempotencyKey: key },
  )
  // Reads the present state, since a repeated key returns the original answer.
  const { status, latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: [secretOfInvoice] })
  // Cancelled in the meantime, for instance in another window: nothing was paid.
  if (status === 'incomplete_expired' || status === 'canceled')
    throw new PaymentDeclined('payment_refused', 'This plan was given up before it was paid. Please try again.')
  if (status !== 'incomplete') return paid
  const secret = typeof latest_invoice === 'string' ? null : latest_invoice?.confirmation_secret?.client_secret
  return { isPaid: false, clientSecret: secret ?? null }
}

const preview = async ({ stripe, prices }: Provider, id: string, choice: Choice, at: string | undefined) => {
  const { item } = await itemOf(stripe, id)
  const invoice = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: item.id, price: await prices.idOf(choice) }],
      proration_behavior: 'always_invoice',
      ...(at !== undefined && { proration_date: secondsOf(at) }),
    },
  })
  const { data } = invoice.lines
  const reckonedFor = invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created
  return {
    proratedAmount: data.reduce((sum, { amount }) => (amount < 0 ? sum - amount : sum), 0),
    immediateCharge: Math.max(0, invoice.amount_due),
    nextBillingDate: isoOf(Math.max(...data.map(({ period }) => period.end))),
    prorationDate: isoOf(reckonedFor),
  }
}

const change = async (
  { stripe, prices }: Provider,
  id: string,
  choice: Choice,
  { prorationDate, key }: { prorationDate: string; key: string },
): Promise<Payment> => {
  const { subscription, item } = await itemOf(stripe, id)
  // A subscription with a schedule can only be changed through the schedule.
  await release(stripe, subscription, key)
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, price: await prices.idOf(choice) }],
    proration_behavior: 'always_invoice',
    proration_date: secondsOf(prorationDate),
    // The plan changes only once the invoice is paid.
    payment_behavior: 'pending_if_incomplete',
    expand: [secretOfInvoice, 'latest_invoice.payments'],
  }
  const update = (idempotencyKey: string) => stripe.subscriptions.update(id, params, { idempotencyKey })
  // A repeated request gets the answer of the first; another one fails while an earlier change awaits the bank.
  const changed = await update(key).catch(async (error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const replaced = await dropPendingChange(stripe, subscription)
    if (replaced === null) throw error
    return update(`${key}-instead-of-${replaced}`)
  })
  const payment =
    changed.pending_update === null || changed.latest_invoice === null
      ? paid
      : await resolvePayment(stripe, changed.latest_invoice)
  // A cancelled subscription stays cancelled until the change is paid.
  if (payment.isPaid) await keep(stripe, id, key)
  return payment
}

const justPaid = 'Your earlier change of plan was paid just now. Please look at the change again.'
const stillPaid =
  'Your earlier payment for a plan is not decided yet, and you are not charged twice. Please try again in a few minutes.'

const cancel = async (stripe: Stripe, id: string, key: string) => {
  await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `${key}-cancel-${id}` }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/** Cancels a subscription whose first payment was cancelled. Stripe itself ends most of them with their invoice. */
export const cancelIncomplete = async (stripe: Stripe, id: string, key: string) => {
  if ((await stripe.subscriptions.retrieve(id)).status === 'incomplete') await cancel(stripe, id, key)
}

/** Voids an invoice so that it cannot be paid any more; returns a paid one unchanged. */
export const voidInvoice = (stripe: Stripe, id: string) =>
  stripe.invoices.voidInvoice(id).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return stripe.invoices.retrieve(id)
    throw error
  })

/** Returns the payment of a change, paid or awaiting the bank. Drops the change and throws PaymentDeclined if the card was declined. */
async function resolvePayment(stripe: Stripe, invoice: string | Stripe.Invoice): Promise<Payment> {
  if (typeof invoice === 'string') throw new Error('Stripe did not tell the invoice of a change')
  const payment = paymentOf(invoice)
  const now = payment === null ? null : await stripe.paymentIntents.retrieve(payment)
  if (now?.status === 'succeeded') return paid
  if (now?.status !== 'requires_payment_method')
    return { isPaid: false, clientSecret: invoice.confirmation_secret?.client_secret ?? now?.client_secret ?? null }
  const { status } = await stripe.invoices.retrieve(invoice.id)
  if (status === 'open') await stripe.invoices.voidInvoice(invoice.id)
  throw new PaymentDeclined('card_declined', now.last_payment_error?.message ?? 'Your card was declined.')
}
