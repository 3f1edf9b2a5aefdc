import { z } from 'zod'
import { call } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { integer } from '../http/params.ts'
import { settlePayment } from './payment-intents.ts'
import { settleSetup } from './setup-intents.ts'

const authentication = z.strictObject({ client_secret: z.string(), outcome: z.enum(['succeed', 'fail']) })

/**
 * Calls without a counterpart at Stripe: a simulated bank page, where a payment is confirmed or not; and a clock of the
 * whole installation.
 */
export const simulated = [
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
