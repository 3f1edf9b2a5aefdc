import Stripe from 'stripe'
import { packs } from '#domain/billing-answers.ts'
import { PaymentDeclined, type Payments, paid, type Webhook, WebhookRefused } from '../payments.ts'
import { accountAt } from './stripe/account.ts'
import { callStripe, idOf, unlessMissing } from './stripe/call-stripe.ts'
import { cardsAt } from './stripe/cards.ts'
import { periodEndAt } from './stripe/period-end.ts'
import { pricesAt } from './stripe/prices.ts'
import { subscriptionsAt } from './stripe/subscriptions.ts'
import { taxRatesAt } from './stripe/tax-rates.ts'
import { cancelUnconfirmedPacks, unfinishedAt } from './stripe/unfinished.ts'

/** Retries a renewal with the card that the user chose; Stripe by itself retries for some days. */
const renewalsAt = (stripe: Stripe): Pick<Payments, 'retryRenewal'> => ({
  retryRenewal: (subscription, payment_method, key) =>
    callStripe(async () => {
      const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 })
      const id = data.find(({ billing_reason }) => billing_reason === 'subscription_cycle')?.id
      if (!id) return paid
      try {
        await stripe.invoices.pay(id, { payment_method, off_session: false }, { idempotencyKey: `${key}-pay-${id}` })
        return paid
      } catch (error) {
        // Stripe's own retry may have paid the invoice first, or closed it after the last retry.
        const { status, confirmation_secret } = await stripe.invoices.retrieve(id, { expand: ['confirmation_secret'] })
        if (status !== 'open') return paid
        const clientSecret = confirmation_secret?.client_secret
        if (!asksTheBank(error) || !clientSecret) throw error
        return { isPaid: false, clientSecret }
      }
    }),
})

const asksTheBank = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'invoice_payment_intent_requires_action'

/** `address` is that of our simulation of Stripe; absent for Stripe itself. `timeoutMs` bounds one of two attempts. */
export interface StripeOptions {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  address?: string | undefined
  timeoutMs?: number
}

/** The API version for which this adapter was written. Stripe answers in it, regardless of the account's own version. */
const apiVersion = '2026-10-28.endive'

const currency = 'usd'

/** Stripe, or our simulation of it: the one adapter for both. */
export function stripe({
  secretKey,
  publishableKey,
  webhookSecret,
  address,
  timeoutMs = 8_000,
}: StripeOptions): Payments {
  const api = new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(address === undefined ? {} : placeOf(address)),
  })
  const prices = pricesAt(api)
  const taxRates = taxRatesAt(api)
  return {
    kind: address === undefined ? 'stripe' : 'simulated',
    publishableKey,
    ...cardsAt(api),
    ...subscriptionsAt(api, prices),
    ...periodEndAt(api, prices),
    ...renewalsAt(api),
    ...unfinishedAt(api, prices),

    account: (customerId) => callStripe(() => accountAt(api, { prices, taxRates }, customerId)),
    async *customers() {
      for await (const { id, metadata } of api.customers.list({ limit: 100 })) {
        const userId = metadata.userId
        if (userId) yield { customerId: id, userId }
      }
    },
    userOf: (customerId) =>
      callStripe(async () => {
        const found = await unlessMissing(api.customers.retrieve(customerId))
        return found === null || found.deleted ? null : (found.metadata.userId ?? null)
      }),
    customerOf: (paymentId) =>
      callStripe(async () => idOf((await unlessMissing(api.paymentIntents.retrieve(paymentId)))?.customer)),
    createCustomer: (userId, email, idempotencyKey) =>
      callStripe(async () => {
        const params = { ...(email !== undefined && { email }), metadata: { userId } }
        return (await api.customers.create(params, { idempotencyKey })).id
      }),
    setEmail: (customerId, email = '', idempotencyKey) =>
      callStripe(async () => {
        await api.customers.update(customerId, { email }, { idempotencyKey })
      }),

    purchase: (customer, pack, card, key) => callStripe(() => purchasePack(api, customer, pack, card, key)),
    refund: (paymentId, amount, key) => callStripe(() => refundPayment(api, paymentId, amount, key)),

    webhook(body, signature) {
      try {
        return webhookOf(api.webhooks.constructEvent(body, signature, webhookSecret))
      } catch {
        throw new WebhookRefused('The signature is not right, or the message is old')
      }
    },
  }
}

const purchasePack = async (
  api: Stripe,
  customer: string,
  pack: keyof typeof packs,
  payment_method: string,
  idempotencyKey: string,
) => {
  const { credits, amount } = packs[pack]
  await cancelUnconfirmedPacks(api, customer, idempotencyKey)
  const { id } = await api.paymentIntents.create(
    {
      customer,
      payment_method,
      amount,
      currency,
      confirm: true,
      description: `${credits} credits`,
      // Saves the card, which may be charged for renewals.
      setup_future_usage: 'off_session',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { pack, request: idempotencyKey },
    },
    { idempotencyKey },
  )
  // Reads the present state, since a repeated key returns the original answer.
  return readPayment(api, id)
}

const readPayment = async (api: Stripe, id: string) => {
  const { status, client_secret: clientSecret, last_payment_error: error } = await api.paymentIntents.retrieve(id)
  if (status === 'requires_payment_method' || status === 'canceled')
    throw new PaymentDeclined('card_declined', error?.message ?? 'Your card was declined.')
  return { isPaid: status === 'succeeded', clientSecret: status === 'requires_action' ? clientSecret : null }
}

const refundPayment = async (api: Stripe, paymentId: string, amount: number | null, idempotencyKey: string) => {
  const params = { payment_intent: paymentId, ...(amount !== null && { amount }) }
  const refund = await api.refunds.create(params, { idempotencyKey }).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const { code, param, message } = error
    if (code === 'charge_already_refunded' || param === 'amount') {
      // The whole remainder was already refunded.
      if (amount === null) return undefined
      throw new PaymentDeclined('refund_too_large', 'This is more than is left of the payment.')
    }
    // An attempt with this key is still in progress.
    if (code === 'idempotency_key_in_use') throw error
    throw new PaymentDeclined('payment_refused', message)
  })
  if (refund?.status === 'failed' || refund?.status === 'canceled')
    throw new PaymentDeclined('payment_refused', 'The bank did not take this refund.')
}

const placeOf = (address: string) => {
  const { hostname: host, port, protocol } = new URL(address)
  return { host, port, protocol: protocol === 'http:' ? 'http' : 'https' } as const
}

/** Reads the customer and payment from an event's object, whose shape depends on the event type. */
const webhookOf = ({ id: eventId, type, data }: Stripe.Event): Webhook => {
  const { id, object, customer, payment_intent } = data.object as {
    id?: string
    object: string
    customer?: string | { id: string } | null
    payment_intent?: string | { id: string } | null
  }
  return {
    eventId,
    type,
    objectId: id ?? '',
    customerId: object === 'customer' ? (id ?? null) : idOf(customer),
    paymentId: idOf(payment_intent),
  }
}
