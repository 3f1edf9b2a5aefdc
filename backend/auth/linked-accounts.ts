import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { greeting, type Mailer } from '../providers/mail.ts'

/** An account's way to sign in, as a row of `auth.account`. */
interface LinkedAccount {
  id: string
  providerId: string
  userId: string
}

interface Deps {
  pool: pg.Pool
  mailer: Mailer
  baseUrl: string
  inBackground: (task: Promise<unknown>) => void
  log: Log
}

/** Selects the owner if there is another way to sign in: an account just registered with Google has none, and gets no mail. */
const ownerWithAnother = `select name, email from auth."user" u where id = $1
  and exists (select from auth.account a where a."userId" = u.id and a.id <> $2)`

const mailOf = (name: string, baseUrl: string) => `${greeting(name)},

a Google account was connected to your Loreloom account on ${new Date().toUTCString()}. It can be used to sign in from now on.

If it was you, there is nothing to do. If it was not you, disconnect Google here, and then choose another password under Security, which signs out every other device:

${baseUrl}/account-settings?tab=connections

Loreloom
`

/** Writes to an account's address when a Google account was added to it as another way to sign in. */
export const linkNotices = ({ pool, mailer, baseUrl, inBackground, log }: Deps) => {
  const send = async ({ id, userId }: LinkedAccount) => {
    const { rows } = await pool.query<{ name: string; email: string }>(ownerWithAnother, [userId, id])
    const [owner] = rows
    if (!owner) return
    const subject = 'Google was connected to your Loreloom account'
    await mailer.send({ to: owner.email, kind: 'notice', userId, subject, text: mailOf(owner.name, baseUrl) })
  }
  return async (account: LinkedAccount): Promise<void> => {
    if (account.providerId !== 'google') return
    inBackground(
      send(account).catch((err: unknown) =>
        log.warn({ err }, 'The mail about a connected Google account could not be sent'),
      ),
    )
  }
}
