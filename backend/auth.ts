import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { admin, bearer, lastLoginMethod } from 'better-auth/plugins'
import { adminAc, userAc } from 'better-auth/plugins/admin/access'
import { PostgresDialect } from 'kysely'
import type pg from 'pg'
import { unservedPaths } from './auth/closed.ts'
import { newDevices } from './auth/devices.ts'
import { emailAddresses } from './auth/email-addresses.ts'
import { accountHistory } from './auth/history.ts'
import { historyHooks } from './auth/history-hooks.ts'
import { libraryLog } from './auth/library-log.ts'
import { ownSessions } from './auth/own-sessions.ts'
import { passwordCheck, provedByReset, resetLinksAreSpent, resetMail } from './auth/passwords.ts'
import { type Passwords, queuedPasswords } from './auth/queued-passwords.ts'
import { sessionReader } from './auth/session.ts'
import { signInHistory } from './auth/sign-ins.ts'
import { forgetOwnSession, stopImpersonating } from './auth/stop-impersonating.ts'
import { migrateAuth } from './auth/tables.ts'
import { uuid7 } from './auth/uuid7.ts'
import type { Dispatcher } from './commands/dispatch.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './providers/mail.ts'

interface Client {
  clientId: string
  clientSecret: string
}

export interface AuthOptions {
  pool: pg.Pool
  handler: Pick<Dispatcher, 'dispatch'>
  mailer: Mailer
  /** Where people reach this installation, without a path. */
  baseUrl: string
  /** Other origins that its web app is served from. */
  origins: readonly string[]
  secret: string
  google?: Client | undefined
  /** Hashing of passwords; by default the library's, which is slow on purpose. */
  passwords?: Passwords | undefined
  /** Off only where many users share one address, as in tests. */
  rateLimit: boolean
  log: Log
}

export type Auth = Awaited<ReturnType<typeof createAuth>>

/** The header in which our HTTP layer passes the client's address to the library; a header of the client's own is dropped. */
export const addressHeader = 'x-client-address'

const unseen = { type: 'string', required: false, input: false, returned: false } as const

const banned = (reason: string | null | undefined) => {
  const why = reason && reason !== 'No reason' ? `: ${reason.replace(/\.$/, '')}` : ''
  return `This account has been suspended${why}. If you believe this is a mistake, please contact support.`
}

/** Accounts, sessions and sign-in by better-auth, in PostgreSQL's schema `auth`, which it creates; changes that the history must record become events. */
export async function createAuth({
  pool,
  handler,
  mailer,
  baseUrl,
  origins,
  secret,
  google,
  passwords,
  rateLimit,
  log,
}: AuthOptions) {
  const history = accountHistory(pool, handler, log)
  const signIns = signInHistory(pool, handler)

  const underway = new Set<Promise<unknown>>()
  const inBackground = (task: Promise<unknown>) => {
    const one = task.finally(() => underway.delete(one))
    underway.add(one)
  }
  const emails = emailAddresses({ pool, mailer, baseUrl, inBackground, log })
  const noteDevice = newDevices({ pool, mailer, baseUrl, inBackground, log })
  const sessions = ownSessions({ pool, signIns, recordImpersonations: history.recordImpersonations })

  const options = {
    appName: 'Loreloom',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database: { dialect: new PostgresDialect({ pool }), type: 'postgres', schemaName: 'auth', transaction: true },
    telemetry: { enabled: false },
    emailAndPassword: {
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
          // The page signs in with the new password, which takes the address.
          text: resetMail(
            user.name,
            `${baseUrl}/auth/password-reset?${new URLSearchParams({ token, email: user.email })}`,
          ),
        })
      },
      async onPasswordReset({ user }) {
        // Sessions end after this, whatever becomes of it: what cannot be noted now, the reconciliation notes.
        const note = () => history.recordUser(user.id, { actor: user.id }, { proof: 'password_reset' })
        if (await provedByReset(pool, user))
          inBackground(note().catch((err: unknown) => log.warn({ err }, 'A verified address is noted later')))
      },
    },
    socialProviders: {
      ...(google
        ? {
            google: {
              ...google,
              // The library treats any value as true, a string as well.
              mapProfileToUser: ({ email_verified }) => ({ emailVerified: email_verified === true }),
            },
          }
        : {}),
    },
    account: { accountLinking: { enabled: true, allowDifferentEmails: true }, encryptOAuthTokens: true },
    session: {
      cookieCache: { enabled: false },
      // The reason is stored with the session, in one statement; the affected user is not notified.
      additionalFields: {
        impersonationReason: unseen,
        impersonatorSessionId: unseen,
        method: unseen,
      },
    },
    // Who reads the database finds no link to set a password with.
    verification: { storeIdentifier: 'hashed' },
    rateLimit: {
      enabled: rateLimit,
      storage: 'memory',
      window: 60,
      max: 200,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/sign-up/email': { window: 60, max: 10 },
        '/request-password-reset': { window: 300, max: 5 },
        '/reset-password': { window: 60, max: 10 },
        '/change-password': { window: 60, max: 10 },
        '/get-session': { window: 60, max: 300 },
      },
    },
    advanced: {
      // Said, because the library leaves it out where an environment variable speaks of tests.
      disableOriginCheck: false,
      database: { generateId: () => uuid7() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // The response does not wait for the mail: its duration or failure would reveal that an account exists.
      backgroundTasks: { handler: inBackground },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
    },
    disabledPaths: [...unservedPaths],
    // Faults come to our own error handler, instead of being written to the console.
    onAPIError: { throw: true },
    logger: { log: libraryLog(log) },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const { path, body } = ctx
        if (path === '/sign-in/email') await refuseLegacyAccount(pool, body?.email)
        // The library answers 500 where the impersonation or the admin's session has ended.
        return path === '/admin/stop-impersonating' ? stopImpersonating(ctx, pool) : undefined
      }),
      after: createAuthMiddleware(async (ctx) => {
        await sessions.endAfterPasswordChange(ctx)
        await noteDevice(ctx)
        return forgetOwnSession(ctx)
      }),
    },
    databaseHooks: historyHooks({ history, signIns, emails, log }),
    plugins: [
      admin({
        defaultRole: 'user',
        adminRoles: ['admin'],
        roles: { user: userAc, auditor: userAc, admin: adminAc },
        bannedUserMessage: ({ banReason }) => banned(banReason as string | null),
      }),
      bearer(),
      lastLoginMethod(),
    ],
  } satisfies BetterAuthOptions

  // The library looks at its tables as soon as it is there.
  await migrateAuth(pool, options)
  const instance = betterAuth(options)

  const { authCookies, password } = await instance.$context
  const reader = sessionReader(pool, { cookie: authCookies.sessionToken.name, secret })

  return {
    /** Answers whatever is under `/api/auth`. */
    handle: (request: Request): Promise<Response> => instance.handler(request),
    async reconcile() {
      await history.reconcile()
      await signIns.reconcile()
    },
    /** Resolves when the mail that was being sent is sent, or failed. */
    settled: async (): Promise<void> => void (await Promise.allSettled(underway)),
    reader,
    emails,
    sessions,
    /** Mails a link to set a password, as the user could request it. */
    mailPasswordReset: (email: string): Promise<unknown> => instance.api.requestPasswordReset({ body: { email } }),
    isPassword: passwordCheck(pool, password),
    /** Every address that the library has, open or closed, with the parameters of its routes. */
    paths: Object.values(instance.api).flatMap(({ path }) => path ?? []),
    offers: { google: google !== undefined },
  }
}

/** An account brought over from before has no way to sign in yet; the web app leads it to setting a password by mail. */
async function refuseLegacyAccount(pool: pg.Pool, email: unknown) {
  if (typeof email !== 'string') return
  const { rowCount } = await pool.query(
    `select 1 from auth."user" u where email = $1 and not exists (select 1 from auth.account a where a."userId" = u.id)`,
    [email.toLowerCase()],
  )
  if (rowCount)
    throw new APIError('FORBIDDEN', { code: 'ACCOUNT_UPGRADE_REQUIRED', message: 'Account upgrade required' })
}
