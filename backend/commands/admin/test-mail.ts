import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { maskCredentials } from '../../platform/masked-address.ts'

const addressOf = 'select email from auth."user" where id = $1'

/** Sends a mail to the requesting admin, to find out whether the mail server accepts mail. `failure` is its answer, without credentials. */
export const testMailCommand =
  ({ pool, mailer, outbox, baseUrl, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const Sent = z.object({
      to: z.string(),
      /** `outbox`: this installation has no mail server, and the mail is in its outbox. */
      by: z.enum(['mail server', 'outbox']),
      failure: z.string().nullable(),
    })
    const config = { policy: admin, rateLimit: { max: limits.passwords, timeWindow: 60_000, groupId: 'test mail' } }
    app.post('/admin/installation/test-mail', { config, schema: { response: { 200: Sent } } }, async (request) => {
      const { userId } = sessionOf(request)
      const { rows } = await pool.query<{ email: string }>(addressOf, [userId])
      const to = rows[0]?.email ?? ''
      const arrival = outbox
        ? 'It is in the outbox of an installation without a mail server.'
        : 'The mail server accepted it.'
      const text = `This is the test mail that you sent from ${baseUrl}. ${arrival}`
      const failure = await mailer
        .send({ to, subject: 'Test mail from Loreloom', text, kind: 'notice', userId })
        .then(() => null)
        .catch((error: unknown) => maskCredentials(error instanceof Error ? error.message : String(error)))
      return { to, by: outbox ? ('outbox' as const) : ('mail server' as const), failure }
    })
  }
