import type pg from 'pg'
import { inTransaction } from '../platform/in-transaction.ts'
import { greeting } from '../providers/mail.ts'

export const resetMail = (name: string, link: string) => `${greeting(name)},

somebody, we hope you, asked to set a new password for your Loreloom account. This link does it, for one hour:

${link}

If it was not you, there is nothing to do: your password stays as it is.

Loreloom
`

/** Links to set a password that an account is sent in an hour, from wherever they are asked for. */
const mostPerHour = 6

/** Whether an account has enough links to set a password for now: more would only fill its mailbox. The one to be sent is counted. */
export const resetLinksAreSpent = async (pool: pg.Pool, userId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from auth.verification where value = $1 and "createdAt" > now() - interval '1 hour'`,
    [userId],
  )
  return (rows[0]?.count ?? 0) > mostPerHour
}

/**
 * Verifies the address to which the link to set a password went. Whoever registered with it before and did not prove it loses every other way
 * in, as they lose their sessions: the account is the mailbox owner's. Returns whether the address was not verified before.
 */
export const provedByReset = (pool: pg.Pool, { id, email }: { id: string; email: string }): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update auth."user" set "emailVerified" = true, "updatedAt" = clock_timestamp()
        where id = $1 and email = $2 and not "emailVerified"`,
      [id, email],
    )
    if (rowCount === 0) return false
    await client.query(`delete from auth.account where "userId" = $1 and "providerId" <> 'credential'`, [id])
    return true
  })

/** Whether a password is the account's own; undefined where the account has none. */
export const passwordCheck =
  (pool: pg.Pool, { verify }: { verify: (given: { hash: string; password: string }) => Promise<boolean> }) =>
  async (userId: string, password: string): Promise<boolean | undefined> => {
    const { rows } = await pool.query<{ password: string }>(
      `select password from auth.account where "userId" = $1 and "providerId" = 'credential' and password is not null`,
      [userId],
    )
    return rows[0] && verify({ hash: rows[0].password, password })
  }
