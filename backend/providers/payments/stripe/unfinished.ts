import Stripe from 'stripe'
import { Pack, type UnfinishedPayment } from '#domain/billing-answers.ts'
import type { Payments } from '../../payments.ts'
import { paymentOf } from './account.ts'
import { callStripe, idOf, unlessMissing } from './call-stripe.ts'
import type { Prices } from './prices.ts'
import { cancelIncomplete, voided } from './subscriptions.ts'

/** Bills of a plan that the user chose while they were there; a renewal has its own way to be confirmed. */
const chosen = new Set<Stripe.Invoice['billing_reason']>(['subscription_create', 'subscription_update'])

/** Payments that the user's bank was asked about and that nobody confirmed, such as after a reload of the page. */
export const unfinishedAt = (stripe: Stripe, prices: Prices): Pick<Payments, 'unfinished' | 'abandon'> => {
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

    abandon: (customer, paymentId, key) =>
      callStripe(async () => {
        const found = await unlessMissing(stripe.paymentIntents.retrieve(paymentId))
        if (!found || idOf(found.customer) !== customer) return false
        const invoice = (await openInvoices(customer)).find((each) => paymentOf(each) === paymentId)
        if (invoice) {
          const { status } = await voided(stripe, invoice.id)
          if (status === 'paid') return true
          const subscription = idOf(invoice.parent?.subscription_details?.subscription)
          if (subscription !== null) await cancelIncomplete(stripe, subscription, key)
          return false
        }
        if (found.status !== 'requires_action' || !found.metadata.pack) return found.status === 'succeeded'
        return (await cancelled(stripe, paymentId, key)).status === 'succeeded'
      }),
  }
}

/** Cancels a payment; returns it unchanged if it was made in the meantime. */
const cancelled = (stripe: Stripe, id: string, idempotencyKey: string) =>
  stripe.paymentIntents.cancel(id, {}, { idempotencyKey }).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return stripe.paymentIntents.retrieve(id)
    throw error
  })

/** A new purchase takes the place of earlier ones that were never confirmed, except that of the same key. */
export const cancelUnconfirmedPacks = async (stripe: Stripe, customer: string, key: string) => {
  const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
  for (const { id, status, metadata } of data)
    if (status === 'requires_action' && metadata.pack && metadata.request !== key)
      await cancelled(stripe, id, `${key}-instead-of-${id}`)
}
