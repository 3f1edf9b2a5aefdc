import { createHash, randomBytes } from 'node:crypto'
import type { createAuthMiddleware } from 'better-auth/api'
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { greeting, type Mailer } from '../providers/mail.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\b/, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const unknownDevice = 'An unknown device'

/** Returns the browser and the system of a `User-Agent`, such as 'Firefox on Linux'; for other programs, the name that they report. */
export const deviceOf = (userAgent: string | null | undefined): string => {
  const given = (userAgent ?? '').slice(0, 500)
  // Returns the name of a device unchanged: sessions store it in place of the `User-Agent`.
  if (/^[A-Z][A-Za-z ]{0,60}$/.test(given)) return given
  const browser = browsers.find(([pattern]) => pattern.test(given))?.[1]
  const system = systems.find(([pattern]) => pattern.test(given))?.[1]
  if (browser) return system ? `${browser} on ${system}` : browser
  const program = /^[A-Za-z][A-Za-z-]{0,30}/.exec(given)?.[0]
  return program && program !== 'Mozilla' ? program : (system ?? unknownDevice)
}

export const devicesSql = `
-- Browsers that an account signed in from, by the hash of a cookie of their own. A sign-in from another one is mailed to the account.
create table if not exists auth.devices (
  hash text not null,
  "userId" text not null references auth."user" (id) on delete cascade,
  "firstSeenAt" timestamptz not null default clock_timestamp(),
  primary key ("userId", hash)
);
`

const cookieName = 'loreloom-device'
const cookieSeconds = 400 * 24 * 3600
/** Mails per account and day. A program that stores no cookies is a new device at each sign-in and would fill the mailbox. */
const mostMails = 5
const mostDevices = 50

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

const known = `select exists (select from auth.devices where "userId" = $1 and hash = $2) as "isKnown",
  (select count(*)::int from auth.devices where "userId" = $1) as total,
  (select count(*)::int from auth.devices where "userId" = $1 and "firstSeenAt" > now() - interval '1 day') as today`
const insert = 'insert into auth.devices ("userId", hash) values ($1, $2) on conflict do nothing'
const prune = `delete from auth.devices where "userId" = $1 and hash in (
  select hash from auth.devices where "userId" = $1 order by "firstSeenAt" desc offset ${mostDevices})`

interface Deps {
  pool: pg.Pool
  mailer: Mailer
  baseUrl: string
  inBackground: (task: Promise<unknown>) => void
  log: Log
}

const mailOf = (name: string, device: string, baseUrl: string) => `${greeting(name)},

there was a sign-in to your Loreloom account from a browser that was not used for it before: ${device}, on ${new Date().toUTCString()}.

If it was you, there is nothing to do. If it was not you, sign out everywhere else and choose another password:

${baseUrl}/account-settings?tab=security

Loreloom
`

/** Detects sign-ins from browsers that were not used for an account before, and mails a notice to its address. */
export const newDevices = ({ pool, mailer, baseUrl, inBackground, log }: Deps) => {
  const note = async (ctx: Context) => {
    const begun = ctx.context.newSession
    if (!begun || begun.session.impersonatedBy != null) return
    const { id: userId, email, name } = begun.user
    const given = ctx.getCookie(cookieName) ?? ''
    const secret = /^[\w-]{43}$/.test(given) ? given : randomBytes(32).toString('base64url')
    const hash = hashOf(secret)
    const { rows } = await pool.query<{ isKnown: boolean; total: number; today: number }>(known, [userId, hash])
    const { isKnown = true, total = 0, today = 0 } = rows[0] ?? {}
    if (secret !== given)
      ctx.setCookie(cookieName, secret, {
        httpOnly: true,
        sameSite: 'lax',
        secure: baseUrl.startsWith('https:'),
        path: '/api/auth',
        maxAge: cookieSeconds,
      })
    if (isKnown) return
    await pool.query(insert, [userId, hash])
    await pool.query(prune, [userId])
    // No mail about the first device: that of the registration, or, for older accounts, the first one recorded.
    if (total === 0 || today > mostMails) return
    const text = mailOf(name, deviceOf(ctx.headers?.get('user-agent')), baseUrl)
    inBackground(
      mailer
        .send({ to: email, kind: 'notice', userId, subject: 'A new sign-in to your Loreloom account', text })
        .catch((err: unknown) => log.warn({ err }, 'Word of a new sign-in could not be sent')),
    )
  }
  // A failure here does not fail the sign-in.
  return (ctx: Context): Promise<void> =>
    note(ctx).catch((err: unknown) => log.warn({ err }, 'The browser of a sign-in could not be noted'))
}
