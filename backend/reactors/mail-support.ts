import type pg from 'pg'
import { supportEvents } from '#domain/support.ts'
import { greeting, type Mailer } from '../providers/mail.ts'
import { reactor } from './reactor.ts'

interface Deps {
  mailer: Mailer
  baseUrl: string
  /** An e-mail address, or the URL of a page, which receives no mail. */
  supportContact?: string | undefined
}

interface Receiver {
  name?: string
  email: string | null
}

const account = 'select name, email from auth."user" where id = $1 and "emailVerified"'
const visitor = 'select email from support_requests where id = $1'

/**
 * Mails an answer to the user who needs support, where their address is verified, or to the address that a visitor gave, and notifies the
 * installation's contact of a request. The request itself stays where only administrators read it.
 */
export const mailSupport = (pool: pg.Pool, { mailer, baseUrl, supportContact }: Deps) =>
  reactor(supportEvents, {
    name: 'mail-support',
    slow: true,
    attempts: 25,
    on: {
      async SupportRequested({ requestId, type, isPriority }) {
        if (!supportContact?.includes('@') || supportContact.includes('://')) return
        await mailer.send({
          to: supportContact,
          id: requestId,
          subject: `${isPriority ? 'Priority request' : 'Request'} for support: ${type}`,
          text: `Hello,\n\na request for support waits for an answer:\n\n${baseUrl}/admin/support\n\nLoreloom\n`,
        })
      },

      async SupportRequestAnswered({ userId, requestId, answerId, text }) {
        const { rows } =
          userId === null
            ? await pool.query<Receiver>(visitor, [requestId])
            : await pool.query<Receiver>(account, [userId])
        const [receiver] = rows
        if (!receiver?.email || text === '') return
        const { name, email } = receiver
        const foot = userId === null ? `Loreloom, ${baseUrl}` : `${foundUnder}\n\n${baseUrl}\n\nLoreloom`
        await mailer.send({
          to: email,
          ...(userId === null ? {} : ({ kind: 'notice', userId } as const)),
          id: answerId,
          subject: 'An answer to your request for support',
          text: `${name === undefined ? 'Hello' : greeting(name)},\n\n${text}\n\n${foot}\n`,
        })
      },
    },
  })

const foundUnder = 'Your requests and their answers are in the Support Center of Loreloom:'
