import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { LoreloomTier, MinisTier } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import { users } from '#domain/users.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { changeEmail } from './change-email.ts'
import { reason, registered } from './registered.ts'

const said = { userId: uuid(), reason }
const emailNeeded = 'Please provide a new email address and reason for the change'

const unlessSpent = (error: unknown) => {
  if (!(error instanceof Rejection && error.code === 'too_many_links')) throw error
}

/** What admins give to people beside plans: tiers, complimentary access, another address. */
export const standingCommands =
  ({ handler, pool, auth }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: admin }
    const response = { 200: Receipt }

    const Tier = z.discriminatedUnion('tierType', [
      z.object({ ...said, tierType: z.literal('loreloom'), tier: LoreloomTier.nullable() }),
      z.object({ ...said, tierType: z.literal('minis'), tier: MinisTier.nullable() }),
    ])
    app.post('/admin/kickstarter-tier/update', { config, schema: { body: Tier, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { body } = request
      if (body.tierType === 'loreloom') await act.send(users, body.userId, { type: 'ChangeLoreloomTier', data: body })
      else await act.send(users, body.userId, { type: 'ChangeMinisTier', data: body })
      return receipt(reply, act, {})
    })

    const Access = z.object({ ...said, through: z.iso.date('Please choose a day').nullable() })
    app.post(
      '/admin/complimentary-access/update',
      { config, schema: { body: Access, response } },
      async (request, reply) => {
        const act = actOf(request, handler)
        await act.send(users, request.body.userId, { type: 'GiveComplimentaryAccess', data: request.body })
        return receipt(reply, act, {})
      },
    )

    const Email = z.object({
      userId: uuid(),
      email: z
        .email(emailNeeded)
        .max(254, emailNeeded)
        .transform((email) => email.toLowerCase()),
      reason: z.string(emailNeeded).trim().min(1, emailNeeded).max(400),
    })
    app.post('/admin/user/update-email', { config, schema: { body: Email, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId, email, reason } = request.body
      // Their own address they change in their account, with their password.
      if (userId === act.userId) throw new Rejection('own_account')
      const { hasHeldOffice } = await registered(handler, userId)
      if (hasHeldOffice) throw new Rejection('address_of_staff')
      const from = await changeEmail(pool, userId, email, () =>
        act.send(users, userId, { type: 'NoteEmailChange', data: { userId, reason } }),
      )
      await auth.emails.sendChanged(userId, { from, to: email })
      // Where its day's links are spent, the user asks for one.
      await auth.emails.sendVerification(userId).catch(unlessSpent)
      return receipt(reply, act, {})
    })
  }
