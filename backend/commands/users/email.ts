import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { EmailConfirmed } from '#domain/email-addresses.ts'
import { Receipt } from '#domain/me.ts'
import { users } from '#domain/users.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { isFreshSession } from '../../http/fresh-session.ts'
import { inPerson } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'

const noAddress = 'Please enter a valid email address'
const Change = z.object({
  email: z
    .email(noAddress)
    .max(254, noAddress)
    .transform((email) => email.toLowerCase()),
  /** Required for accounts that have one. */
  password: z.string().max(1000).optional(),
})

const refuseField = (field: string, message: string): never => {
  throw new z.ZodError([{ code: 'custom', path: [field], message, input: undefined }])
}

/** Verifies and changes the user's own address. Impersonators can do neither. */
export const emailCommands =
  ({ handler, pool, auth, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { emails } = auth
    const config = { policy: inPerson }
    const response = { 200: Receipt }

    app.post('/users/me/email/link', { config, schema: { response } }, async (request, reply) => {
      const act = actOf(request, handler)
      await emails.sendAgain(act.userId)
      return receipt(reply, act, {})
    })

    const guesses = { ...config, rateLimit: { max: limits.passwords, timeWindow: 60_000 } }
    app.post(
      '/users/me/email/change',
      { config: guesses, schema: { body: Change, response } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { userId } = act
        const { email, password } = request.body
        const [user] = await reading(pool)<{ email: string }>('select email from auth."user" where id = $1', [userId])
        if (user?.email === email) refuseField('email', 'This is your address already.')
        await requireOwner(request, password)
        await emails.requestChange(userId, email)
        await act.send(users, userId, { type: 'RequestEmailChange', data: { userId } })
        return receipt(reply, act, {})
      },
    )

    /**
     * Checks the password or, for an account without one, that the session is fresh: an unattended session must not be
     * enough to take over the account.
     */
    const requireOwner = async (request: FastifyRequest, password = '') => {
      const { userId, sessionId } = sessionOf(request)
      const isRight = await auth.isPassword(userId, password)
      if (isRight === false)
        refuseField('password', password === '' ? 'Please enter your password' : 'This is not your password.')
      if (isRight) return
      if (!(await isFreshSession(pool, sessionId))) throw new Rejection('sign_in_again')
    }

    app.delete('/users/me/email/change', { config, schema: { response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      await emails.withdrawChange(userId)
      await act.send(users, userId, { type: 'WithdrawEmailChange', data: { userId } })
      return receipt(reply, act, {})
    })

    const confirm = { body: z.object({ token: z.string().min(1).max(200) }), response: { 200: EmailConfirmed } }
    app.post('/users/me/email/confirm', { config, schema: confirm }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const used = await emails.confirm(userId, request.body.token, () =>
        act.send(users, userId, { type: 'NoteEmailChange', data: { userId } }),
      )
      await act.send(users, userId, { type: 'VerifyEmail', data: { userId, how: 'link' } })
      return receipt(reply, act, used)
    })
  }
