import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Rejection } from '#domain/decider.ts'
import { EmailAddressState, type EmailHistoryKind, linkPauseSeconds } from '#domain/email-addresses.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { upcast } from '#domain/upcasters.ts'
import type { userEvents } from '#domain/users.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { signedIn } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'

type Row = Pick<EmailAddressState, 'email' | 'isVerified' | 'hasPassword'>
type Waiting = NonNullable<EmailAddressState['waiting']>

const kinds: Readonly<Record<string, EmailHistoryKind>> = {
  UserRegistered: 'registered',
  EmailChangeRequested: 'change_requested',
  EmailChangeWithdrawn: 'change_withdrawn',
  EmailChanged: 'changed',
  EmailVerified: 'verified',
} satisfies Partial<Record<keyof typeof userEvents, EmailHistoryKind>>

/** Maximum numbers of listed entries of the history, and of the account's events that are searched for them. */
const listed = 20
const searched = 500

export const emailQueries =
  ({ pool, store, outbox }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const historyOf = async (userId: string): Promise<EmailAddressState['history']> => {
      const options = { backwards: true, limit: searched, pageOnly: true }
      const { events } = await store.read(`users-${userId}`, options)
      return events
        .flatMap((event) => {
          const kind = kinds[upcast(event).type]
          return kind ? [{ at: happenedAt(event).toISOString(), kind }] : []
        })
        .slice(0, listed)
    }

    const config = { policy: signedIn }
    app.get('/users/me/email', { config, schema: { response: { 200: EmailAddressState } } }, async (request, reply) => {
      const { userId } = sessionOf(request)
      const history = await historyOf(userId)
      return snapshot(pool, reply, async (read) => {
        const [row] = await read<Row>(
          `select email, "emailVerified" as "isVerified", exists (select from auth.account a
              where a."userId" = u.id and a."providerId" = 'credential' and a.password is not null) as "hasPassword"
            from auth."user" u where id = $1`,
          [userId],
        )
        if (!row) throw new Rejection('unauthenticated')
        const [waiting] = await read<Waiting>(
          `select email, "isChange", "createdAt" as "sentAt", "expiresAt",
              greatest(0, ceil(${linkPauseSeconds} - extract(epoch from clock_timestamp() - "createdAt")))::int as "pauseSeconds"
            from auth.email_links
            where "userId" = $1 and ("isChange" or not $2) and "usedAt" is null and "endedAt" is null
              and "expiresAt" > clock_timestamp()
            order by "isChange" desc, "createdAt" desc limit 1`,
          [userId, row.isVerified],
        )
        const verified = row.isVerified ? history.find(({ kind }) => kind === 'verified') : undefined
        return {
          ...row,
          verifiedAt: verified?.at ?? null,
          waiting: waiting ?? null,
          sendsMail: outbox === undefined,
          history,
        }
      })
    })
  }
