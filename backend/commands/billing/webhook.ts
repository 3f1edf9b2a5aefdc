import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { billing } from '#domain/billing.ts'
import { users } from '#domain/users.ts'
import type { Deps } from '../../http/deps.ts'
import { anyone, type Policy } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import type { Payments, Webhook } from '../../providers/payments.ts'
import { webhookContext } from '../context.ts'
import { createPaymentSessions } from './desk.ts'

/** Types of webhooks that may concern a payment. Others, including future types, are accepted and ignored. */
const relevant =
  /^(customer\.(subscription|deleted)|invoice\.|payment_intent\.|charge\.|refund\.|subscription_schedule\.)/

const policy: Policy = { ...anyone, sentence: 'The payment provider may, by its signature.' }

/**
 * Receives webhooks as hints: records the event before answering; a job then queries the provider. The webhook's id
 * determines the event's id, so that repeated deliveries are recorded once.
 */
export const billingWebhook =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, limits } = deps
    const sessions = createPaymentSessions({ ...deps, payments: deps.payments })
    // The signature covers the raw bytes, so the body is not parsed.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    const config = { policy, rateLimit: { max: limits.files } }
    const schema = { response: { 200: z.object({ received: z.literal(true) }) } }
    app.post('/billing/webhook', { config, schema }, async ({ body, headers, log }) => {
      const payments = sessions.payments()
      const signature = headers['stripe-signature']
      const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const webhook = payments.webhook(raw, typeof signature === 'string' ? signature : '')
      const { eventId, type, objectId } = webhook
      const whose = relevant.test(type) ? await userOf(payments, webhook) : null
      if (whose === null) {
        log.info({ webhook: eventId, type }, 'A webhook that is nobody’s here')
        return { received: true as const }
      }
      const { userId, customerId } = whose
      const context = webhookContext(payments.kind, eventId)
      const { customerId: linked } = await sessions.known(userId)
      if (linked === null)
        await handler.dispatch(context, billing, userId, { type: 'LinkCustomer', data: { userId, customerId } })
      await handler.dispatch(context, billing, userId, {
        type: 'NoteWebhook',
        data: { userId, eventId, type, objectId },
      })
      return { received: true as const }
    })

    /**
     * Returns the customer's user, from the view or, if the view does not contain the customer yet, from the provider.
     * Null if no registered user has it.
     */
    const userOf = async (payments: Payments, { customerId: namedCustomerId, paymentId }: Webhook) => {
      const customerId = namedCustomerId ?? (paymentId === null ? null : await payments.customerOf(paymentId))
      if (customerId === null) return null
      const [row] = await reading(deps.pool)<{ id: string }>(
        'select id from subscriptions where "customerId" = $1 limit 1',
        [customerId],
      )
      const userId = row?.id ?? (await payments.userOf(customerId))
      if (userId === null || !uuid().safeParse(userId).success) return null
      return (await handler.stateOf(users, userId)).registered ? { userId, customerId } : null
    }
  }
