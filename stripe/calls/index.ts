import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call } from '../http/call.ts'
import { call, getCall, listCall, moments } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { fields, integer, text } from '../http/params.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { charges, disputes, refunds } from './money-back.ts'
import { paymentIntents, settlePayment } from './payment-intents.ts'
import { paymentMethods } from './payment-methods.ts'
import { preview } from './preview.ts'
import { prices } from './prices.ts'
import { products } from './products.ts'
import { schedules } from './schedules.ts'
import { settleSetup, setupIntents } from './setup-intents.ts'
import { subscriptions } from './subscriptions.ts'
import { testClocks } from './test-clocks.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

const authentication = z.strictObject({ client_secret: z.string(), outcome: z.enum(['succeed', 'fail']) })

/**
 * Calls without a counterpart at Stripe: a simulated bank page, where a payment is confirmed or not; and a clock of the
 * whole installation.
 */
const simulated = [
  call(
    'POST /simulated/authenticate',
    authentication,
    async (tx, { client_secret, outcome }) => {
      const id = client_secret.split('_secret_')[0] ?? ''
      const intent = (await tx.find('payment_intent', id)) ?? (await tx.get('setup_intent', id, 'client_secret'))
      if (intent.status !== 'requires_action')
        throw invalid(`Nothing is to be confirmed: the intent has a status of ${intent.status}.`)
      return intent.object === 'payment_intent' ? settlePayment(tx, intent, outcome) : settleSetup(tx, intent, outcome)
    },
    { browser: true },
  ),
  call(
    'POST /simulated/clock',
    z.strictObject({ now: integer }),
    async (tx, { now }) => {
      if (now < tx.now) throw invalid('Time goes forward only.', { param: 'now' })
      await tx.setAhead(now - Math.floor(Date.now() / 1_000))
      return { now }
    },
    { settles: true },
  ),
]

const events = [
  getCall('/v1/events', 'event'),
  listCall(
    '/v1/events',
    'event',
    fields<Stripe.EventListParams>()(
      { created: moments.optional(), type: text.optional(), types: z.array(text).max(20).optional() },
      'delivery_success',
    ),
    ({ created, type, types }) => ({ created, type: type ?? types }),
  ),
]

/** All supported calls; others are refused by name. */
export const calls: readonly Call[] = [
  ...charges,
  ...customers,
  ...disputes,
  ...events,
  ...invoices,
  ...paymentIntents,
  ...paymentMethods,
  ...preview,
  ...prices,
  ...products,
  ...refunds,
  ...schedules,
  ...setupIntents,
  ...simulated,
  ...subscriptions,
  ...testClocks,
  ...webhookEndpoints,
]
