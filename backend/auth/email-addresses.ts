import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import type { Mail, Mailer } from '../providers/mail.ts'
import { emailLinks, type NewLink, type UsedLink } from './email-links.ts'
import {
  addressChangeMail,
  addressInUseMail,
  changeMail,
  changeRequestedMail,
  verificationMail,
} from './email-mails.ts'

interface Deps {
  pool: pg.Pool
  mailer: Mailer
  /** The public address of this installation, without a path. */
  baseUrl: string
  /** Runs tasks that no response waits for: the duration or failure of a mail would reveal whose address it is. */
  inBackground: (task: Promise<unknown>) => void
  log: Log
}

export type EmailAddresses = ReturnType<typeof emailAddresses>

/** Verifies that addresses belong to the users of their accounts, by mailed links. */
export const emailAddresses = ({ pool, mailer, baseUrl, inBackground, log }: Deps) => {
  const links = emailLinks(pool)
  const resetPage = `${baseUrl}/auth/login?reset=true`

  const send = (mail: Mail) =>
    inBackground(
      mailer.send(mail).catch((err: unknown) => log.warn({ err, kind: mail.kind }, 'A mail could not be sent')),
    )

  const sendLink = ({ account, email, isChange, outcome }: NewLink) => {
    if (outcome === 'recent') return
    const { id: userId, name } = account
    if (outcome === 'taken')
      return send({ to: email, kind: 'notice', userId, ...addressInUseMail(`${baseUrl}/auth/login`) })
    const link = `${baseUrl}/verify-email?${new URLSearchParams(outcome)}`
    const words = isChange ? changeMail(name, link) : verificationMail(name, link, resetPage)
    send({ to: email, kind: 'verification', userId, ...words })
  }

  const sendVerification = async (userId: string) => sendLink(await links.createVerification(userId))

  /** Notifies the former address of an account. */
  const sendChanged = async (userId: string, { from, to }: { from: string; to: string }): Promise<void> => {
    const { rows } = await pool.query<{ name: string }>('select name from auth."user" where id = $1', [userId])
    send({ to: from, kind: 'notice', userId, ...addressChangeMail(rows[0]?.name ?? '', to) })
  }

  return {
    sendVerification,

    /** Sends a link to the unconfirmed address: a new one, or the account's own. Throws `email_verified_already` and `too_many_links`. */
    async sendAgain(userId: string): Promise<void> {
      const waiting = await links.waitingChange(userId)
      if (waiting === undefined) return sendVerification(userId)
      sendLink(await links.createChange(userId, waiting))
    },

    /** Sends a link to the new address, and a notice to the present one. Throws `too_many_links`. */
    async requestChange(userId: string, email: string): Promise<void> {
      const link = await links.createChange(userId, email)
      sendLink(link)
      const { account, outcome } = link
      if (outcome !== 'recent')
        send({ to: account.email, kind: 'notice', userId, ...changeRequestedMail(account.name, email, resetPage) })
    },

    withdrawChange: links.withdrawChange,

    /** Redeems a link. `note` runs before a change of address takes effect. Throws the refusals of links. */
    async confirm(userId: string, token: string, note: () => Promise<unknown>): Promise<UsedLink> {
      let from: string | undefined
      const used = await links.confirm(userId, token, (change) => {
        from = change.from
        return note()
      })
      if (from !== undefined) await sendChanged(userId, { from, to: used.email })
      return used
    },
  }
}
