import type { Pool } from 'pg'
import { type Mailer, MailUncertain } from '../mail.ts'

/** Mails that must not be sent twice, by their id. Older entries are deleted, since no retry refers to them. */
const table = `create table if not exists sent_mails (
  id uuid primary key, tries int not null default 1, "isSent" boolean not null default false,
  "triedAt" timestamptz not null default clock_timestamp());
delete from sent_mails where "triedAt" < clock_timestamp() - interval '60 days'`

export const migrateSentMails = async (pool: Pool): Promise<void> => {
  await pool.query(table)
}

/** Number of attempts for a mail whose acceptance is unknown. */
const mostTries = 2

const begin = `insert into sent_mails (id) values ($1)
  on conflict (id) do update set tries = sent_mails.tries + 1, "triedAt" = clock_timestamp()
    where not sent_mails."isSent" and sent_mails.tries < ${mostTries} returning id`

/**
 * Sends a mail with an id once. The attempt is recorded before the mail is sent, and the success after it: if the
 * process ends between the two, the server may have accepted the mail, so that it is sent once more, unchanged, and
 * then regarded as sent. An attempt that the server refuses does not count.
 */
export const sendOnce = (pool: Pick<Pool, 'query'>, mailer: Mailer): Mailer => ({
  async send(mail) {
    const { id } = mail
    if (id === undefined) return mailer.send(mail)
    const { rowCount } = await pool.query(begin, [id])
    if (rowCount === 0) return
    await mailer.send(mail).catch(async (error: unknown) => {
      if (!(error instanceof MailUncertain))
        await pool.query('update sent_mails set tries = tries - 1 where id = $1', [id])
      throw error
    })
    await pool.query('update sent_mails set "isSent" = true where id = $1', [id])
  },
})
