import type Stripe from 'stripe'
import { z } from 'zod'
import { cardError, expiredAt, testCardOf } from '../billing/pay.ts'
import { type Answer, call, getCall, listCall, moments, nothing } from '../http/call.ts'
import { type ErrorBody, invalid, Outcome } from '../http/errors.ts'
import { clearable, fields, flag, merged, metadata, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { type Decline, expired } from '../rules/cards.ts'
import { authenticate, newSetupIntent } from '../shapes/intents.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'
import { methodOf } from './payment-methods.ts'

type SetupIntent = Objects['setup_intent']

const automatic = z.strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
const usage = z.enum(['off_session', 'on_session'])

const created = fields<Stripe.SetupIntentCreateParams>()(
  {
    automatic_payment_methods: automatic.optional(),
    confirm: flag.optional(),
    customer: text.optional(),
    description: clearable.optional(),
    metadata: metadata.optional(),
    payment_method: text.optional(),
    return_url: text.optional(),
    usage: usage.optional(),
    use_stripe_sdk: flag.optional(),
  },
  ...([
    'allowed_payment_method_types',
    'attach_to_self',
    'confirmation_token',
    'customer_account',
    'excluded_payment_method_types',
  ] as const),
  ...([
    'flow_directions',
    'mandate_data',
    'on_behalf_of',
    'payment_method_configuration',
    'payment_method_data',
  ] as const),
  ...(['payment_method_options', 'single_use'] as const),
)

const confirmed = fields<Stripe.SetupIntentConfirmParams & { client_secret?: string }>()(
  {
    client_secret: text.optional(),
    payment_method: text.optional(),
    return_url: text.optional(),
    use_stripe_sdk: flag.optional(),
  },
  ...([
    'allowed_payment_method_types',
    'confirmation_token',
    'mandate_data',
    'payment_method_data',
    'payment_method_options',
  ] as const),
)

const failed = async (tx: Tx, intent: SetupIntent, error: ErrorBody): Promise<Outcome> => {
  const last_setup_error = error as NonNullable<SetupIntent['last_setup_error']>
  const after = {
    ...intent,
    last_setup_error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method' as const,
  }
  await tx.save('setup_intent.setup_failed', after)
  return new Outcome(402, { ...error, setup_intent: after })
}

const succeeded = async (tx: Tx, intent: SetupIntent, method: Objects['payment_method']): Promise<SetupIntent> => {
  if (intent.customer && method.customer !== intent.customer)
    await tx.save('payment_method.attached', { ...method, customer: intent.customer })
  if (intent.usage === 'off_session') await tx.hide(method.id, { setUp: true })
  const after = {
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded' as const,
  }
  return tx.save('setup_intent.succeeded', after)
}

const confirm = async (tx: Tx, intent: SetupIntent, given: string | undefined): Promise<Answer> => {
  const id = given ?? intent.payment_method
  if (['succeeded', 'canceled'].includes(String(intent.status)))
    throw invalid(`You cannot confirm this SetupIntent because it has already ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    })
  if (!id)
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      {
        code: 'setup_intent_unexpected_state',
      },
    )
  const method = await methodOf(tx, id)
  if (method.customer && method.customer !== intent.customer)
    throw invalid('The provided PaymentMethod belongs to another customer.', { param: 'payment_method' })
  const card = await testCardOf(tx, method.id)
  const decline: Decline | undefined = expiredAt(method, tx.now) ? expired : card.attaches ? undefined : card.declines
  if (decline) return failed(tx, intent, cardError(decline, { payment_method: method }))
  if (!card.authentication) return succeeded(tx, intent, method)
  return tx.save('setup_intent.requires_action', {
    ...intent,
    next_action: authenticate,
    payment_method: method.id,
    status: 'requires_action' as const,
  })
}

/** Applies the simulated bank's decision to a card's setup. */
export async function settleSetup(tx: Tx, intent: SetupIntent, outcome: 'succeed' | 'fail'): Promise<SetupIntent> {
  const method = await tx.get('payment_method', String(intent.payment_method))
  if (outcome === 'succeed') return succeeded(tx, intent, method)
  await failed(tx, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'The latest attempt to set up the payment method has failed because authentication failed.',
    payment_method: method,
  })
  return tx.get('setup_intent', intent.id)
}

export const setupIntents = [
  call('POST /v1/setup_intents', created, async (tx, given) => {
    const {
      automatic_payment_methods,
      confirm: now,
      customer,
      return_url: _url,
      use_stripe_sdk: _sdk,
      metadata: more,
      ...plain
    } = given
    if (customer) await tx.get('customer', customer, 'customer')
    const method = given.payment_method === undefined ? undefined : await methodOf(tx, given.payment_method)
    const intent = newSetupIntent(newId('setup_intent'), tx.now, {
      ...(automatic_payment_methods && {
        automatic_payment_methods: {
          allow_redirects: 'always',
          ...automatic_payment_methods,
        } as SetupIntent['automatic_payment_methods'],
      }),
      ...(plain.usage && { usage: plain.usage }),
      description: plain.description ?? null,
      customer: customer ?? null,
      metadata: merged({}, more),
      ...(method && { payment_method: method.id, status: 'requires_confirmation' }),
    })
    await tx.save('setup_intent.created', intent)
    return now ? confirm(tx, intent, undefined) : intent
  }),
  getCall('/v1/setup_intents', 'setup_intent', { browser: true }),
  call(
    'POST /v1/setup_intents/:id/confirm',
    confirmed,
    async (tx, given, id) => confirm(tx, await tx.get('setup_intent', id, 'intent'), given.payment_method),
    {
      browser: true,
    },
  ),
  call('POST /v1/setup_intents/:id/cancel', nothing, async (tx, _, id) => {
    const intent = await tx.get('setup_intent', id)
    if (['succeeded', 'canceled'].includes(String(intent.status)))
      throw invalid(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
        code: 'setup_intent_unexpected_state',
      })
    return tx.save('setup_intent.canceled', { ...intent, status: 'canceled' as const, next_action: null })
  }),
  listCall(
    '/v1/setup_intents',
    'setup_intent',
    fields<Stripe.SetupIntentListParams>()(
      { created: moments.optional(), customer: text.optional(), payment_method: text.optional() },
      'attach_to_self',
      'customer_account',
    ),
    (where) => where,
  ),
]
