import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { EmailShown, LookTaken } from '#domain/audit-accounts.ts'
import { lookHours, looks } from '#domain/looks.ts'
import { isForgotten } from '#domain/masked-email.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { auditor, lookedAt, param } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { reason, registered } from '../users/registered.ts'

/** Inspections of accounts: the inspector states a reason, and each inspection is an event in their own stream. */
export const lookCommands =
  ({ handler, pool, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const position = z
      .string()
      .regex(/^\d{1,19}$/)
      .optional()
    const look = { body: z.object({ userId: uuid(), reason, position }), response: { 200: LookTaken } }
    app.post('/audit/looks', { config: { policy: auditor }, schema: look }, async (request, reply) => {
      const act = actOf(request, handler)
      await registered(handler, request.body.userId)
      await act.send(looks, act.userId, { type: 'LookAtAccount', data: request.body })
      return receipt(reply, act, { until: new Date(now() + lookHours * 3_600_000).toISOString() })
    })

    const reveal = { params: z.object({ id: uuid() }), body: z.object({ reason }), response: { 200: EmailShown } }
    const config = { policy: lookedAt(param('id')) }
    app.post('/audit/accounts/:id/email', { config, schema: reveal }, async (request, reply) => {
      const act = actOf(request, handler)
      const userId = request.params.id
      await registered(handler, userId)
      // Recorded before the address is read, so that no address is shown without a recorded reason.
      await act.send(looks, act.userId, { type: 'RevealEmail', data: { userId, ...request.body } })
      const [user] = await reading(pool)<{ email: string }>('select email from auth."user" where id = $1', [userId])
      const email = user && !isForgotten(user.email) ? user.email : null
      return receipt(reply, act, { email })
    })
  }
