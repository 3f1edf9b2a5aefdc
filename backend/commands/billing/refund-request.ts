import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { billing } from '#domain/billing.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin, spender } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { reason } from '../users/registered.ts'

/** A user requests a refund of an own payment; an admin grants it by the refund itself, or declines it here. */
export const refundRequestCommand =
  ({ handler, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const request = {
      params: z.object({ id: z.string().regex(/^[\w-]{3,255}$/) }),
      body: z.object({ reason: z.string().trim().max(400).default('') }),
      response: { 200: Receipt.extend({ requestId: uuid() }) },
    }
    app.post(
      '/billing/payments/:id/refund-request',
      { config: { policy: spender }, schema: request },
      async (sent, reply) => {
        const act = actOf(sent, handler)
        const requestId = act.idFor('refund request')
        const askedAt = new Date(now()).toISOString()
        const data = { userId: act.userId, requestId, paymentId: sent.params.id, reason: sent.body.reason, askedAt }
        await act.send(billing, act.userId, { type: 'AskForRefund', data })
        return receipt(reply, act, { requestId })
      },
    )

    const decline = {
      params: z.object({ id: uuid() }),
      body: z.object({ userId: uuid(), reason }),
      response: { 200: Receipt },
    }
    app.post(
      '/admin/billing/refund-requests/:id/decline',
      { config: { policy: admin }, schema: decline },
      async (sent, reply) => {
        const act = actOf(sent, handler)
        const { userId, reason } = sent.body
        const data = { userId, requestId: sent.params.id, reason }
        await act.send(billing, userId, { type: 'DeclineRefund', data })
        return receipt(reply, act, {})
      },
    )
  }
