import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { billing } from '#domain/billing.ts'
import { isLive } from '#domain/billing-cover.ts'
import { isLastPaymentReturned } from '#domain/billing-returns.ts'
import type { Billing } from '#domain/billing-state.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { spending } from '../../http/spending.ts'
import { uuid } from '../../http/uuid.ts'
import { PaymentDeclined } from '../../providers/payments.ts'
import { reason } from '../users/registered.ts'
import { createPaymentSessions } from './desk.ts'

/**
 * Refunds a payment at an admin's request, with a reason: a number of cents, or all that is left. A subscription whose
 * last payment is returned in full ends at once.
 */
export const refundCommand =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler } = deps
    const sessions = createPaymentSessions({ ...deps, payments: deps.payments })
    const config = { policy: admin, ...spending(deps) }

    const Refund = z.object({
      userId: uuid(),
      paymentId: z.string().regex(/^\w{3,255}$/),
      amount: z.int().min(1).nullish(),
      reason,
      /** The user's request that this grants. */
      requestId: uuid().optional(),
    })
    const refund = { body: Refund, response: { 200: Receipt } }
    app.post('/admin/billing/refund', { config, schema: refund }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId, paymentId, reason, requestId } = request.body
      const amount = request.body.amount ?? null
      if ((await sessions.known(userId)).customerId === null) throw new Rejection('payment_not_found')
      await sessions.visit({ userId, send: act.send }, async ({ payments, look }) => {
        await look()
        const data = { userId, paymentId, amount, reason, idempotencyKey: act.id, ...(requestId && { requestId }) }
        await act.send(billing, userId, { type: 'RequestRefund', data })
        const key = keyOfRefund(await sessions.known(userId), requestId, act.id)
        if (key !== null)
          await payments.refund(paymentId, amount, key).catch(async (error) => {
            if (requestId !== undefined && error instanceof PaymentDeclined)
              await act.send(billing, userId, { type: 'NoteRefusedRefund', data: { userId, requestId } })
            throw error
          })
        const after = await look()
        // If this fails, the job `follow-payment-returns` ends the subscription.
        if (isLive(after.subscription) && isLastPaymentReturned(after, after.subscription)) {
          await payments.cancelNow(after.subscription.subscriptionId, act.idFor('cancel'))
          await look()
        }
      })
      return receipt(reply, act, {})
    })
  }

/**
 * Returns the idempotency key for the provider: a refund request reuses the key of its first attempt. Returns null if
 * the request has already been refunded.
 */
const keyOfRefund = ({ refundRequests }: Billing, requestId: string | undefined, ownKey: string): string | null => {
  const request = requestId === undefined ? undefined : refundRequests[requestId]
  if (!request) return ownKey
  const { isOpen, refund } = request
  // A repeat of an attempt that the provider refused, after which an admin declined the request.
  if (!isOpen && refund === null) throw new Rejection('refund_decided')
  return isOpen ? (refund?.idempotencyKey ?? ownKey) : null
}
