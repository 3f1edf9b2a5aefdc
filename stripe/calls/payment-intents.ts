import type Stripe from 'stripe'
import { z } from 'zod'
import { intentFailed, intentSucceeded } from '../billing/collect.ts'
import { type Attempt, attempt, refuseAuthentication } from '../billing/pay.ts'
import { type Answer, call, getCall, listCall, moments } from '../http/call.ts'
import { invalid, Outcome } from '../http/errors.ts'
import { amount, clearable, currency, fields, flag, merged, metadata, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { newPaymentIntent } from '../shapes/intents.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'
import { methodOf } from './payment-methods.ts'

type Intent = Objects['payment_intent']

const automatic = z.strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
const future = z.enum(['off_session', 'on_session'])

const created = fields<Stripe.PaymentIntentCreateParams>()(
  {
    amount,
    currency,
    automatic_payment_methods: automatic.optional(),
    confirm: flag.optional(),
    customer: text.optional(),
    description: clearable.optional(),
    error_on_requires_action: flag.optional(),
    metadata: metadata.optional(),
    off_session: flag.optional(),
    payment_method: text.optional(),
    receipt_email: clearable.optional(),
    return_url: text.optional(),
    setup_future_usage: future.optional(),
    statement_descriptor_suffix: clearable.optional(),
    use_stripe_sdk: flag.optional(),
  },
  ...([
    'allowed_payment_method_types',
    'amount_details',
    'application_fee_amount',
    'capture_method',
    'confirmation_method',
  ] as const),
  ...([
    'confirmation_token',
    'customer_account',
    'excluded_payment_method_types',
    'hooks',
    'mandate',
    'mandate_data',
  ] as const),
  ...([
    'on_behalf_of',
    'payment_details',
    'payment_method_configuration',
    'payment_method_data',
    'payment_method_options',
  ] as const),
  ...(['radar_options', 'shipping', 'statement_descriptor', 'transfer_data', 'transfer_group'] as const),
)

const confirmed = fields<Stripe.PaymentIntentConfirmParams & { client_secret?: string }>()(
  {
    client_secret: text.optional(),
    error_on_requires_action: flag.optional(),
    off_session: flag.optional(),
    payment_method: text.optional(),
    receipt_email: clearable.optional(),
    return_url: text.optional(),
    setup_future_usage: future.optional(),
    use_stripe_sdk: flag.optional(),
  },
  ...([
    'allowed_payment_method_types',
    'amount_details',
    'amount_to_confirm',
    'capture_method',
    'confirmation_token',
  ] as const),
  ...([
    'excluded_payment_method_types',
    'hooks',
    'mandate',
    'mandate_data',
    'payment_details',
    'payment_method_data',
  ] as const),
  ...(['payment_method_options', 'radar_options', 'shipping'] as const),
)

/** Applies the result of an attempt to the payment's invoice, and returns the answer. */
const settled = async (tx: Tx, { intent, error }: Attempt): Promise<Answer> => {
  if (intent.status === 'succeeded') await intentSucceeded(tx, intent)
  if (error) await intentFailed(tx, intent)
  return error ? new Outcome(402, { ...error, payment_intent: intent }) : intent
}

const confirm = async (tx: Tx, intent: Intent, given: z.infer<typeof confirmed>): Promise<Answer> => {
  const id = given.payment_method ?? intent.payment_method
  if (!id)
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  const method = await methodOf(tx, id)
  if (method.customer && method.customer !== intent.customer)
    throw invalid('The provided PaymentMethod belongs to another customer.', { param: 'payment_method' })
  const {
    setup_future_usage = intent.setup_future_usage,
    off_session = false,
    error_on_requires_action = false,
  } = given
  const ready = { ...intent, setup_future_usage }
  return settled(tx, await attempt(tx, ready, method, { offSession: off_session || error_on_requires_action }))
}

/** Applies the simulated bank's decision to a payment. */
export async function settlePayment(tx: Tx, intent: Intent, outcome: 'succeed' | 'fail'): Promise<Intent> {
  const method = await tx.get('payment_method', String(intent.payment_method))
  const done =
    outcome === 'succeed'
      ? await attempt(tx, intent, method, { authenticated: true })
      : await refuseAuthentication(tx, intent)
  await settled(tx, done)
  return done.intent
}

export const paymentIntents = [
  call('POST /v1/payment_intents', created, async (tx, given) => {
    const { customer, payment_method, amount: total, automatic_payment_methods: automatically } = given
    if (total < 50) throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
    if (customer) await tx.get('customer', customer, 'customer')
    const method = payment_method === undefined ? undefined : await methodOf(tx, payment_method)
    const intent = newPaymentIntent(newId('payment_intent'), tx.now, {
      amount: total,
      currency: given.currency,
      customer: customer ?? null,
      description: given.description ?? null,
      receipt_email: given.receipt_email ?? null,
      metadata: merged({}, given.metadata),
      setup_future_usage: given.setup_future_usage ?? null,
      statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
      ...(automatically && {
        automatic_payment_methods: {
          allow_redirects: 'always' as const,
          ...automatically,
        } as Intent['automatic_payment_methods'],
      }),
      ...(method && { payment_method: method.id, status: 'requires_confirmation' as const }),
    })
    await tx.save('payment_intent.created', intent)
    const { off_session, error_on_requires_action } = given
    return given.confirm
      ? confirm(tx, intent, {
          ...(off_session !== undefined && { off_session }),
          ...(error_on_requires_action && { error_on_requires_action }),
        })
      : intent
  }),
  getCall('/v1/payment_intents', 'payment_intent', { browser: true }),
  call(
    'POST /v1/payment_intents/:id',
    z.strictObject({
      description: clearable.optional(),
      metadata: metadata.optional(),
      payment_method: text.optional(),
    }),
    async (tx, { description, metadata: more, payment_method }, id) => {
      const intent = await tx.get('payment_intent', id, 'intent')
      const method = payment_method === undefined ? undefined : await methodOf(tx, payment_method)
      return tx.put({
        ...intent,
        ...(description !== undefined && { description }),
        ...(method && { payment_method: method.id, status: 'requires_confirmation' as const }),
        metadata: merged(intent.metadata, more),
      })
    },
  ),
  call(
    'POST /v1/payment_intents/:id/confirm',
    confirmed,
    async (tx, given, id) => confirm(tx, await tx.get('payment_intent', id, 'intent'), given),
    {
      browser: true,
    },
  ),
  call(
    'POST /v1/payment_intents/:id/cancel',
    z.strictObject({ cancellation_reason: text.optional() }),
    async (tx, given, id) => {
      const intent = await tx.get('payment_intent', id, 'intent')
      if (['succeeded', 'canceled'].includes(String(intent.status)))
        throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
          code: 'payment_intent_unexpected_state',
        })
      const cancellation_reason = (given.cancellation_reason ?? null) as Intent['cancellation_reason']
      return tx.save('payment_intent.canceled', {
        ...intent,
        canceled_at: tx.now,
        cancellation_reason,
        next_action: null,
        status: 'canceled' as const,
      })
    },
  ),
  listCall(
    '/v1/payment_intents',
    'payment_intent',
    fields<Stripe.PaymentIntentListParams>()(
      { created: moments.optional(), customer: text.optional() },
      'customer_account',
    ),
    (where) => where,
  ),
]
