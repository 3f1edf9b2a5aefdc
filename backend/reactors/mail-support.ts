import type pg from 'pg'
import { supportEvents } from '#domain/support.ts'
import { greeting, type Mailer } from '../providers/mail.ts'
import { reactor } from './reactor.ts'

interface Deps {
  mailer: Mailer
  baseUrl: string
  /** An e-mail address, or the address of a page, which receives no mail. */
  supportContact?: string | undefined
}

const account = 'select name, email, "emailVerified" from auth."user" where id = $1'

/**
 * Mails an answer to the user who needs support, where their address is verified, and word of a request to the installation's contact. The
 * request itself stays where only administrators read it.
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

      async SupportRequestAnswered({ userId, answerId, text }) {
        const { rows } = await pool.query<{ name: string; email: string; emailVerified: boolean }>(account, [userId])
        if (!rows[0]?.emailVerified || text === '') return
        await mailer.send({
          to: rows[0].email,
          kind: 'notice',
          userId,
          id: answerId,
          subject: 'An answer to your request for support',
          text: `${greeting(rows[0].name)},\n\n${text}\n\nYour requests and their answers are in the Support Center of Loreloom:\n\n${baseUrl}\n\nLoreloom\n`,
        })
      },
    },
  })
