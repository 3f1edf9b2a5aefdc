import type { BetterAuthOptions } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { inTransaction } from '../projections/in-transaction.ts'
import { greeting, type Mailer } from '../providers/mail.ts'
import type { accountHistory } from './history.ts'
import { type Passwords, queuedPasswords } from './queued-passwords.ts'

const resetMail = (name: string, link: string) => `${greeting(name)},

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
const resetLinksAreSpent = async (pool: pg.Pool, userId: string): Promise<boolean> => {
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
const provedByReset = (pool: pg.Pool, { id, email }: { id: string; email: string }): Promise<boolean> =>
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

interface PasswordDeps {
  pool: pg.Pool
  mailer: Mailer
  baseUrl: string
  passwords: Passwords | undefined
  history: Pick<ReturnType<typeof accountHistory>, 'recordUser'>
  inBackground: (task: Promise<unknown>) => void
  log: Log
}

/** The authentication library's options of passwords: their rules, their hashing, and the mail that resets them. */
export const buildPasswordOptions = ({ pool, mailer, baseUrl, passwords, history, inBackground, log }: PasswordDeps) =>
  ({
    enabled: true,
    minPasswordLength: 8,
    maxPasswordLength: 128,
    password: queuedPasswords(passwords ?? { hash: hashPassword, verify: verifyPassword }),
    revokeSessionsOnPasswordReset: true,
    async sendResetPassword({ user, token }) {
      if (await resetLinksAreSpent(pool, user.id)) return
      await mailer.send({
        to: user.email,
        kind: 'password-reset',
        userId: user.id,
        subject: 'Reset your Loreloom password',
        // The page signs in with the new password, for which it needs the address.
        text: resetMail(
          user.name,
          `${baseUrl}/auth/password-reset?${new URLSearchParams({ token, email: user.email })}`,
        ),
      })
    },
    async onPasswordReset({ user }) {
      // The library ends the sessions after this hook, also if recording fails: the reconciliation then records the change.
      const note = () => history.recordUser(user.id, { actor: user.id }, { proof: 'password_reset' })
      if (await provedByReset(pool, user))
        inBackground(note().catch((err: unknown) => log.warn({ err }, 'A verified address is noted later')))
    },
  }) satisfies BetterAuthOptions['emailAndPassword']

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
