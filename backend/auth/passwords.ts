import type pg from 'pg'
import { inTransaction } from '../projections/in-transaction.ts'
import { greeting } from '../providers/mail.ts'

export const resetMail = (name: string, link: string) => `${greeting(name)},

somebody, we hope you, asked to set a new password for your Loreloom account. This link does it, for one hour:

${link}

If it was not you, there is nothing to do: your password stays as it is.

Loreloom
`

/** Maximum of password links per account and hour, regardless of the requester. */
const mostPerHour = 6

/**
 * True if the account was sent enough password links for now; more would only fill its mailbox. Counts the one to be
 * sent.
 */
export const resetLinksAreSpent = async (pool: pg.Pool, userId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from auth.verification where value = $1 and "createdAt" > now() - interval '1 hour'`,
    [userId],
  )
  return (rows[0]?.count ?? 0) > mostPerHour
}

/**
 * Verifies the address that the password link was sent to. A person who registered with it before without verifying it
 * loses all other sign-in methods and sessions: the account belongs to the mailbox's owner. Returns true if the address
 * was unverified before.
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

/** Checks a password against the account's; undefined if the account has none. */
export const passwordCheck =
  (pool: pg.Pool, { verify }: { verify: (given: { hash: string; password: string }) => Promise<boolean> }) =>
  async (userId: string, password: string): Promise<boolean | undefined> => {
    const { rows } = await pool.query<{ password: string }>(
      `select password from auth.account where "userId" = $1 and "providerId" = 'credential' and password is not null`,
      [userId],
    )
    return rows[0] && verify({ hash: rows[0].password, password })
  }
