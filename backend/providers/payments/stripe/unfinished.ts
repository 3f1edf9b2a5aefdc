import Stripe from 'stripe'
import { Pack, type UnfinishedPayment } from '#domain/billing-answers.ts'
import { type CancelOutcome, PaymentDeclined, type Payments } from '../../payments.ts'
import { paymentOf } from './account.ts'
import { callStripe, idOf, unlessMissing } from './call-stripe.ts'
import { withdrawOffer } from './cards.ts'
import type { Prices } from './prices.ts'
import { cancelIncomplete, voidInvoice } from './subscriptions.ts'

/** Reasons of invoices that the user's own choice created; a renewal is confirmed elsewhere. */
const chosen = new Set<Stripe.Invoice['billing_reason']>(['subscription_create', 'subscription_update'])

/** Payments that await confirmation at the user's bank, for instance after a page reload. */
export const unfinishedAt = (stripe: Stripe, prices: Prices): Pick<Payments, 'unfinished' | 'cancelUnfinished'> => {
  const waiting = async (customer: string) => {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.payment_method'] })
    return data.filter(({ status }) => status === 'requires_action')
  }
  const openInvoices = async (customer: string) => {
    const { data } = await stripe.invoices.list({ customer, status: 'open', limit: 100, expand: ['data.payments'] })
    return data.filter(({ billing_reason }) => chosen.has(billing_reason))
  }
  const choiceOf = async ({ lines }: Stripe.Invoice) => {
    const [dearest] = lines.data.toSorted((one, other) => other.amount - one.amount)
    const price = dearest?.pricing?.price_details?.price
    return price ? prices.choiceOf(price) : undefined
  }

  return {
    unfinished: (customer) =>
      callStripe(async () => {
        const intents = await waiting(customer)
        if (intents.length === 0) return []
        const invoices = await openInvoices(customer)
        const found: UnfinishedPayment[] = []
        for (const intent of intents) {
          const { id, amount, client_secret: clientSecret, payment_method: method } = intent
          const paymentMethodId = idOf(method)
          const pack = Pack.safeParse(intent.metadata.pack).data ?? null
          const invoice = invoices.find((each) => paymentOf(each) === id)
          const choice = invoice && (await choiceOf(invoice))
          if (clientSecret === null || paymentMethodId === null || (pack === null && !choice)) continue
          const of = choice ?? { plan: null, interval: null }
          const card = typeof method === 'object' && method?.card ? method.card : null
          const shown = card && { brand: card.brand, last4: card.last4 }
          found.push({ id, pack, ...of, amount, card: shown, paymentMethodId, clientSecret })
        }
        return found
      }),

    cancelUnfinished: (customer, paymentId, key) =>
      callStripe(async () => {
        const found = await unlessMissing(stripe.paymentIntents.retrieve(paymentId))
        if (!found || idOf(found.customer) !== customer) throw noSuchPayment()
        if (found.status === 'succeeded' || found.status === 'canceled') return outcomeOf(found)
        const invoice = (await openInvoices(customer)).find((each) => paymentOf(each) === paymentId)
        if (!invoice && !found.metadata.pack) throw noSuchPayment()
        if (!invoice) {
          const outcome = outcomeOf(await cancelPayment(stripe, paymentId, key))
          if (outcome === 'cancelled') await withdrawOffer(stripe, customer)
          return outcome
        }
        const { status } = await voidInvoice(stripe, invoice.id)
        if (status !== 'void') return status === 'paid' ? 'paid' : 'undecided'
        const subscription = idOf(invoice.parent?.subscription_details?.subscription)
        if (subscription !== null) await cancelIncomplete(stripe, subscription, key)
        await withdrawOffer(stripe, customer)
        return 'cancelled'
      }),
  }
}

const noSuchPayment = () => new PaymentDeclined('payment_not_found', 'There is no such payment.')

/** `undecided`: the bank processes the payment, which may still be charged. */
const outcomeOf = ({ status }: Stripe.PaymentIntent): CancelOutcome =>
  status === 'succeeded' ? 'paid' : status === 'canceled' ? 'cancelled' : 'undecided'

/** Cancels a payment; returns it unchanged if its bank has decided or is deciding. */
const cancelPayment = (stripe: Stripe, id: string, idempotencyKey: string) =>
  stripe.paymentIntents.cancel(id, {}, { idempotencyKey }).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return stripe.paymentIntents.retrieve(id)
    throw error
  })

/**
 * Cancels earlier purchases that were never confirmed, because a new one replaces them. Does nothing for a repeated request. Throws
 * PaymentDeclined while an earlier one may still be charged.
 */
export const cancelUnconfirmedPacks = async (stripe: Stripe, customer: string, key: string) => {
  const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
  if (data.some(({ metadata }) => metadata.request === key)) return
  for (const { id, status, metadata } of data) {
    if (status !== 'requires_action' || !metadata.pack) continue
    const outcome = outcomeOf(await cancelPayment(stripe, id, `${key}-instead-of-${id}`))
    if (outcome === 'paid') throw new PaymentDeclined('payment_refused', justPaid)
    if (outcome === 'undecided') throw new PaymentDeclined('payment_refused', undecided)
  }
}

const justPaid = 'Your earlier purchase was paid just now. Please look at your credits before you buy more.'
const undecided =
  'Your earlier purchase is not decided yet, and you are not charged twice. Please try again in a few minutes.'
