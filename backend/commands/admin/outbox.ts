import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { OutboxMails, RevealedMail } from '#domain/me.ts'
import { SignInLinkKind, users } from '#domain/users.ts'
import { roleOf } from '../../auth/role.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import type { OutboxMail } from '../../providers/mail.ts'
import { Page } from '../../queries/page.ts'
import { reason } from '../users/registered.ts'

/** Mails written by older versions have no kind: a URL with a token counts as a link that sets a password. */
const hasToken = /[?&#](token|code)=/

const linkKindOf = ({ kind, text }: OutboxMail) =>
  SignInLinkKind.safeParse(kind).data ?? (kind === null && hasToken.test(text) ? 'password-reset' : undefined)

interface Account {
  id: string
  email: string
  role: string | null
}
/**
 * Returns the accounts that a mail's link may open: the one that the mail names, and the one that has its address now.
 */
const accountsOf = async (pool: pg.Pool, mails: readonly OutboxMail[]) => {
  const { rows } = await pool.query<Account>(
    'select id, email, role from auth."user" where id = any($1) or email = any($2)',
    [mails.flatMap(({ userId }) => userId ?? []), mails.map(({ to }) => to.toLowerCase())],
  )
  return ({ userId, to }: OutboxMail) => rows.filter(({ id, email }) => id === userId || email === to.toLowerCase())
}
/**
 * True if one of these accounts is or was an admin or auditor: the role may have been revoked just to allow this
 * request.
 */
const isAnyStaff = async (accounts: readonly Account[], handler: Deps['handler']): Promise<boolean> => {
  if (accounts.some(({ role }) => roleOf(role) !== 'user')) return true
  const states = await Promise.all(accounts.map(({ id }) => handler.stateOf(users, id)))
  return states.some(({ hasHeldOffice }) => hasHeldOffice)
}

/**
 * Lists the mails of an installation without a mail server to its admins. A mail with a sign-in link is revealed
 * individually, and requires a reason.
 */
export const outboxRoutes =
  ({ pool, outbox, handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: admin }
    const list = { querystring: Page(25), response: { 200: OutboxMails } }
    app.get('/admin/outbox', { config, schema: list }, async (request) => {
      if (!outbox) return { data: [], total: 0 }
      const { data, total } = await outbox.list(request.query)
      const accounts = await accountsOf(pool, data)
      const withheld = async (mail: OutboxMail) => {
        const kind = linkKindOf(mail)
        if (!kind) return { ...mail, isOfStaff: false }
        return { ...mail, kind, text: null, isOfStaff: await isAnyStaff(accounts(mail), handler) }
      }
      return { data: await Promise.all(data.map(withheld)), total }
    })

    const one = { params: z.object({ id: uuid() }), body: z.object({ reason }), response: { 200: RevealedMail } }
    app.post('/admin/outbox/:id/reveal', { config, schema: one }, async (request, reply) => {
      const mail = await outbox?.find(request.params.id)
      const kind = mail && linkKindOf(mail)
      if (!mail || !kind) throw new Rejection('mail_not_found')
      const accounts = (await accountsOf(pool, [mail]))(mail)
      if (await isAnyStaff(accounts, handler)) throw new Rejection('link_of_staff')
      const userId = mail.userId ?? accounts[0]?.id
      if (!userId) throw new Rejection('mail_not_found')
      const act = actOf(request, handler)
      const data = { userId, mailId: mail.id, kind, reason: request.body.reason }
      await act.send(users, userId, { type: 'RevealSignInLink', data })
      return receipt(reply, act, { text: mail.text })
    })
  }
