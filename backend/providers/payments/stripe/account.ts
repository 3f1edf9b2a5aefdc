import type Stripe from 'stripe'
import type {
  AccountSeen,
  DisputeSeen,
  InvoiceSeen,
  PaymentSeen,
  PurchaseSeen,
  RefundSeen,
  SubscriptionSeen,
  SubscriptionStatus,
} from '#domain/billing-account.ts'
import { idOf, isoOf, unlessMissing } from './call-stripe.ts'
import { isSuspended, pendingIn } from './period-end.ts'
import type { Prices } from './prices.ts'
import type { TaxRates } from './tax-rates.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'ended',
  paused: 'ended',
}

const everything = 100

interface Catalogue {
  prices: Prices
  taxRates: TaxRates
}

/** Reads all pages of Stripe's data of a customer; null if the customer no longer exists. */
export async function accountAt(
  stripe: Stripe,
  { prices, taxRates }: Catalogue,
  customerId: string,
): Promise<AccountSeen | null> {
  const customer = await unlessMissing(stripe.customers.retrieve(customerId))
  if (customer === null || customer.deleted) return null
  const of = { customer: customerId, limit: everything }
  const [subscriptions, invoices, payments] = await Promise.all([
    all(stripe.subscriptions.list({ ...of, status: 'all', expand: ['data.schedule'] })),
    all(stripe.invoices.list({ ...of, expand: ['data.payments'] })),
    all(stripe.paymentIntents.list({ ...of, expand: ['data.latest_charge.refunds'] })),
  ])
  const back = await Promise.all(payments.map((payment) => wentBack(stripe, payment)))
  return {
    customerId,
    subscriptions: await present(subscriptions.map((each) => subscriptionSeen(prices, each))),
    invoices: await present(invoices.map((each) => invoiceSeen(stripe, prices, { invoice: each, payments }))),
    purchases: payments.flatMap(purchaseSeen),
    payments: await present(payments.map((payment) => paymentSeen(payment, { invoices, taxRates }))),
    refunds: back.flatMap(({ refunds }) => refunds),
    disputes: back.flatMap(({ disputes }) => disputes),
  }
}

const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const one of list) found.push(one)
  return found
}
/** Drops objects that belong to none of our products. */
const present = async <T>(those: Promise<T | undefined>[]): Promise<T[]> =>
  (await Promise.all(those)).filter((one) => one !== undefined)

async function subscriptionSeen(
  prices: Prices,
  subscription: Stripe.Subscription,
): Promise<SubscriptionSeen | undefined> {
  const item = subscription.items.data[0]
  const choice = item && (await prices.choiceOf(item.price))
  if (!item || !choice) return undefined
  return {
    subscriptionId: subscription.id,
    ...choice,
    status: statuses[subscription.status] ?? 'ended',
    startedAt: isoOf(subscription.created),
    periodEnd: isoOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    ...(isSuspended(subscription) && { isSuspended: true as const }),
    pending: await pendingIn(prices, subscription.schedule, item),
  }
}

const invoiceStatuses: Readonly<Record<string, InvoiceSeen['status']>> = {
  open: 'open',
  paid: 'paid',
  void: 'void',
  uncollectible: 'void',
}

/**
 * Reads an invoice of a subscription; undefined for a draft. The most expensive line of an upgrade is the new plan; the others return
 * unused time of the previous plan.
 */
async function invoiceSeen(
  stripe: Stripe,
  prices: Prices,
  { invoice, payments }: { invoice: Stripe.Invoice; payments: Stripe.PaymentIntent[] },
): Promise<InvoiceSeen | undefined> {
  const status = invoiceStatuses[invoice.status ?? '']
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  if (!status || subscriptionId === null) return undefined
  const lines = invoice.lines.has_more
    ? await all(stripe.invoices.listLineItems(invoice.id, { limit: everything }))
    : invoice.lines.data
  const [line, ...others] = lines.toSorted(
    (one, other) => other.amount - one.amount || unitPriceOf(other) - unitPriceOf(one),
  )
  const returned = others.filter((each) => isProrated(each) && each.amount <= 0)
  const paymentId = paymentOf(invoice)
  const payment = payments.find(({ id }) => id === paymentId)
  const price = line?.pricing?.price_details?.price
  const choice = price && (await prices.choiceOf(price))
  if (!choice) return undefined
  return {
    invoiceId: invoice.id,
    subscriptionId,
    status,
    ...choice,
    from: isoOf(line.period.start),
    through: isoOf(line.period.end),
    amount: invoice.amount_paid,
    ...(returned.length > 0 && {
      returned: {
        from: isoOf(Math.min(...returned.map(({ period }) => period.start))),
        through: isoOf(Math.max(...returned.map(({ period }) => period.end))),
      },
    }),
    paymentId,
    attempts: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt === null ? null : isoOf(invoice.next_payment_attempt),
    ...(status === 'open' && payment && asksTheBank(payment) && { needsConfirmation: true }),
  }
}

/** Unit price, which orders lines of equal amounts: those of very short periods all round to zero. */
const unitPriceOf = ({ pricing }: Stripe.InvoiceLineItem) => Number(pricing?.unit_amount_decimal ?? 0)
const isProrated = ({ parent }: Stripe.InvoiceLineItem) =>
  (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false

/**
 * True if the payment awaits the user's confirmation, or was declined because the user was absent or did not confirm it: the same card
 * pays once the user confirms.
 */
const asksTheBank = ({ status, last_payment_error: error }: Stripe.PaymentIntent) =>
  status === 'requires_action' || (status === 'requires_payment_method' && unconfirmed.has(error?.code ?? ''))
const unconfirmed = new Set(['authentication_required', 'payment_intent_authentication_failure'])

export const paymentOf = ({ payments }: Stripe.Invoice): string | null => {
  const those = payments?.data ?? []
  return idOf((those.find(({ status }) => status === 'paid') ?? those[0])?.payment.payment_intent)
}

const purchaseSeen = ({ id, status, amount_received: amount, metadata }: Stripe.PaymentIntent): PurchaseSeen[] =>
  status === 'succeeded' && metadata.pack ? [{ paymentId: id, pack: metadata.pack, amount }] : []

/** Reads a payment with the taxes of its invoice. A payment for a pack has no invoice. */
const paymentSeen = async (
  payment: Stripe.PaymentIntent,
  { invoices, taxRates }: { invoices: readonly Stripe.Invoice[]; taxRates: TaxRates },
): Promise<PaymentSeen | undefined> => {
  const { id, status, currency, latest_charge: charge } = payment
  if (status !== 'succeeded' || !charge || typeof charge === 'string') return undefined
  const card = charge.payment_method_details?.card
  const taxes = await taxRates.linesOf(invoices.find((invoice) => paymentOf(invoice) === id))
  const seen: PaymentSeen = {
    paymentId: id,
    paidAt: isoOf(charge.created),
    currency,
    tax: taxes.reduce((sum, { amount }) => sum + amount, 0),
    card: card?.last4 ? { brand: card.brand ?? '', last4: card.last4 } : null,
  }
  return taxes.length > 0 ? { ...seen, taxes } : seen
}

const disputeStatuses: Readonly<Record<string, DisputeSeen['status']>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
}

/**
 * Refunds are expanded in the payments, since Stripe does not mark a payment whose refund failed. Disputes are queried
 * for the few payments that it marks as disputed.
 */
async function wentBack(stripe: Stripe, { id, latest_charge, amount_received: of }: Stripe.PaymentIntent) {
  if (!latest_charge || typeof latest_charge === 'string') return { refunds: [], disputes: [] }
  const listed = latest_charge.refunds
  const [refunds, disputes] = await Promise.all([
    listed?.has_more ? all(stripe.refunds.list({ payment_intent: id, limit: everything })) : (listed?.data ?? []),
    latest_charge.disputed ? all(stripe.disputes.list({ payment_intent: id, limit: everything })) : [],
  ])
  return {
    refunds: refunds.map(
      ({ id: refundId, amount, created, status }): RefundSeen => ({
        refundId,
        paymentId: id,
        amount,
        of,
        at: isoOf(created),
        ...((status === 'failed' || status === 'canceled') && { hasFailed: true }),
      }),
    ),
    disputes: disputes.map((dispute) => disputeSeen(dispute, { paymentId: id, of })),
  }
}

const disputeSeen = (
  { id, amount, status, created, reason, evidence_details, balance_transactions: moves }: Stripe.Dispute,
  payment: Pick<DisputeSeen, 'paymentId' | 'of'>,
): DisputeSeen => {
  const due = evidence_details.due_by
  const seen: DisputeSeen = {
    disputeId: id,
    ...payment,
    amount,
    at: isoOf(created),
    reason,
    respondBy: due === null ? null : isoOf(due),
    status: disputeStatuses[status] ?? 'open',
  }
  const back = moves.find((move) => move.amount > 0)
  return seen.status === 'won' && back ? { ...seen, closedAt: isoOf(back.created) } : seen
}
