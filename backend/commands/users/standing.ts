import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { LoreloomTier, MinisTier } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import { users } from '#domain/users.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { reason, registered } from './registered.ts'

const said = { userId: uuid(), reason }
const emailNeeded = 'Please provide a new email address and reason for the change'

/** Throws `email_unchanged` and `email_taken`. */
const refuseAddress = async (pool: Deps['pool'], userId: string, email: string) => {
  const [holder] = await reading(pool)<{ id: string }>('select id from auth."user" where email = $1', [email])
  if (holder) throw new Rejection(holder.id === userId ? 'email_unchanged' : 'email_taken')
}

/** Grants by admins besides plans: tiers, complimentary access, another email address, a link to set a password. */
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
      // Admins change their own address in their account, with their password.
      if (userId === act.userId) throw new Rejection('own_account')
      const { hasHeldOffice } = await registered(handler, userId)
      if (hasHeldOffice) throw new Rejection('address_of_staff')
      await refuseAddress(pool, userId, email)
      // Nothing changes before the user confirms the new address: neither the address for signing in nor the recipient
      // of links to set a password.
      await auth.emails.requestChange(userId, email)
      await act.send(users, userId, { type: 'RequestEmailChange', data: { userId, reason } })
      return receipt(reply, act, {})
    })

    const reset = { body: z.object(said), response }
    app.post('/admin/user/reset-password', { config, schema: reset }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = request.body
      await registered(handler, userId)
      const [user] = await reading(pool)<{ email: string }>('select email from auth."user" where id = $1', [userId])
      if (!user) throw new Rejection('user_not_found')
      await auth.mailPasswordReset(user.email)
      await act.send(users, userId, { type: 'NotePasswordResetMail', data: request.body })
      return receipt(reply, act, {})
    })
  }
