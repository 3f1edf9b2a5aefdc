import { randomBytes } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
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
import { linkNotices } from './auth/linked-accounts.ts'
import { ownSessions } from './auth/own-sessions.ts'
import { buildPasswordOptions, passwordCheck } from './auth/passwords.ts'
import type { Passwords } from './auth/queued-passwords.ts'
import { sessionReader } from './auth/session.ts'
import { signInHistory } from './auth/sign-ins.ts'
import { forgetOwnSession, stopImpersonating } from './auth/stop-impersonating.ts'
import { migrateAuth } from './auth/tables.ts'
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
  /** The public address of this installation, without a path. */
  baseUrl: string
  /** Other origins that its web app is served from. */
  origins: readonly string[]
  secret: string
  google?: Client | undefined
  /** Hashing of passwords; by default the library's, which is slow on purpose. */
  passwords?: Passwords | undefined
  /** False only if many users share one address, as in tests. */
  rateLimit: boolean
  log: Log
}

export type Auth = Awaited<ReturnType<typeof createAuth>>

/** The header in which our HTTP layer passes the client's address to the library; a header of the client's own is dropped. */
export const addressHeader = 'x-client-address'

const unseen = { type: 'string', required: false, input: false, returned: false } as const

const describeBan = (reason: string | null | undefined) => {
  const why = reason && reason !== 'No reason' ? `: ${reason.replace(/\.$/, '')}` : ''
  return `This account has been suspended${why}. If you believe this is a mistake, please contact support.`
}

/** Sets up accounts, sessions and sign-in with better-auth, in PostgreSQL's schema `auth`; changes of accounts are recorded as events. */
export async function createAuth(authOptions: AuthOptions) {
  const { pool, handler, mailer, baseUrl, secret, google, log } = authOptions
  const history = accountHistory(pool, handler, log)
  const signIns = signInHistory(pool, handler)
  const { inBackground, settled } = trackTasks()
  const emails = emailAddresses({ pool, mailer, baseUrl, inBackground, log })
  const sessions = ownSessions({ pool, signIns, recordImpersonations: history.recordImpersonations })
  const options = buildOptions(authOptions, { history, signIns, emails, sessions, inBackground })

  // The library reads its tables as soon as it is created.
  await migrateAuth(pool, options)
  const instance = betterAuth(options)

  const { authCookies, password } = await instance.$context
  const reader = sessionReader(pool, { cookie: authCookies.sessionToken.name, secret })

  return {
    /** Handles the requests under `/api/auth`. */
    handle: (request: Request): Promise<Response> => instance.handler(request),
    async reconcile() {
      await history.reconcile()
      await signIns.reconcile()
    },
    /** Resolves when the background tasks in progress, such as mail, have completed or failed. */
    settled,
    reader,
    emails,
    sessions,
    /** Mails a link to set a password, as the user could request it. */
    mailPasswordReset: (email: string): Promise<unknown> => instance.api.requestPasswordReset({ body: { email } }),
    isPassword: passwordCheck(pool, password),
    /** The paths of all routes of the library, served or not, with their parameters. */
    paths: Object.values(instance.api).flatMap(({ path }) => path ?? []),
    offers: { google: google !== undefined },
  }
}

/** Owns the tasks that no response waits for. */
function trackTasks() {
  const underway = new Set<Promise<unknown>>()
  return {
    inBackground(task: Promise<unknown>) {
      const one = task.finally(() => underway.delete(one))
      underway.add(one)
    },
    settled: async (): Promise<void> => void (await Promise.allSettled(underway)),
  }
}

/** Creates a UUID that sorts by its creation time (version 7, RFC 9562). */
const uuid7 = (now = Date.now()): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

interface Parts {
  history: ReturnType<typeof accountHistory>
  signIns: ReturnType<typeof signInHistory>
  emails: ReturnType<typeof emailAddresses>
  sessions: ReturnType<typeof ownSessions>
  inBackground: (task: Promise<unknown>) => void
}

function buildOptions(
  { pool, mailer, baseUrl, origins, secret, google, passwords, rateLimit, log }: AuthOptions,
  { history, signIns, emails, sessions, inBackground }: Parts,
) {
  return {
    appName: 'Loreloom',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database: { dialect: new PostgresDialect({ pool }), type: 'postgres', schemaName: 'auth', transaction: true },
    telemetry: { enabled: false },
    emailAndPassword: buildPasswordOptions({ pool, mailer, baseUrl, passwords, history, inBackground, log }),
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
    // Hashed, so that the database contains no usable link to set a password.
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: rateLimit, storage: 'memory', window: 60, max: 200, customRules: rateLimitsByPath },
    advanced: {
      // Set explicitly, since the library would skip the check if an environment variable indicates a test.
      disableOriginCheck: false,
      database: { generateId: () => uuid7() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // The response does not wait for the mail: its duration or failure would reveal that an account exists.
      backgroundTasks: { handler: inBackground },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
    },
    disabledPaths: [...unservedPaths],
    // Passes faults to our error handler, instead of writing them to the console.
    onAPIError: { throw: true },
    logger: { log: libraryLog(log) },
    hooks: buildRequestHooks(pool, sessions, newDevices({ pool, mailer, baseUrl, inBackground, log })),
    databaseHooks: {
      ...historyHooks({ history, signIns, emails, log }),
      account: { create: { after: linkNotices({ pool, mailer, baseUrl, inBackground, log }) } },
    },
    plugins: [
      admin({
        defaultRole: 'user',
        adminRoles: ['admin'],
        roles: { user: userAc, auditor: userAc, admin: adminAc },
        bannedUserMessage: ({ banReason }) => describeBan(banReason as string | null),
      }),
      bearer(),
      lastLoginMethod(),
    ],
  } satisfies BetterAuthOptions
}

const rateLimitsByPath = {
  '/sign-in/email': { window: 60, max: 10 },
  '/sign-up/email': { window: 60, max: 10 },
  '/request-password-reset': { window: 300, max: 5 },
  '/reset-password': { window: 60, max: 10 },
  '/change-password': { window: 60, max: 10 },
  '/get-session': { window: 60, max: 300 },
}

const buildRequestHooks = (pool: pg.Pool, sessions: Parts['sessions'], noteDevice: ReturnType<typeof newDevices>) => ({
  before: createAuthMiddleware(async (ctx) => {
    const { path, body } = ctx
    if (path === '/sign-in/email') await refuseLegacyAccount(pool, body?.email)
    // Replaces the library's handler, which answers 500 if the impersonation or the admin's session has ended.
    return path === '/admin/stop-impersonating' ? stopImpersonating(ctx, pool) : undefined
  }),
  after: createAuthMiddleware(async (ctx) => {
    await sessions.endAfterPasswordChange(ctx)
    await noteDevice(ctx)
    return forgetOwnSession(ctx)
  }),
})

/** Refuses sign-in to an imported account that has no sign-in method yet; the web app then offers to set a password by mail. */
async function refuseLegacyAccount(pool: pg.Pool, email: unknown) {
  if (typeof email !== 'string') return
  const { rowCount } = await pool.query(
    `select 1 from auth."user" u where email = $1 and not exists (select 1 from auth.account a where a."userId" = u.id)`,
    [email.toLowerCase()],
  )
  if (rowCount)
    throw new APIError('FORBIDDEN', { code: 'ACCOUNT_UPGRADE_REQUIRED', message: 'Account upgrade required' })
}
