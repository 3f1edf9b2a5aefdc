import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type pg from 'pg'
import type { Principal, Viewer } from '#domain/access.ts'
import type { UserRole } from '#domain/entitlements.ts'
import { batched } from '../platform/batched.ts'
import { lruCache } from '../platform/lru-cache.ts'
import { readRows } from '../platform/statement-batch.ts'
import { campaignRoles } from './campaign-roles.ts'
import { isAlive } from './impersonation-sql.ts'
import { roleOf } from './role.ts'

/** The principal of a request. `by` is the kind of credential: browsers attach only cookies by themselves. */
export interface Session extends Principal {
  kind: 'session'
  sessionId: string
  role: UserRole
  /** Their role in each of their campaigns, as of the moment in which the session was read. */
  roles: Viewer['roles']
  by: 'cookie' | 'bearer'
  /** The admin who acts as this user. */
  impersonatorId: string | null
  /** The end of an impersonation, which nothing extends; null for a session of the user's own. */
  endsAt: Date | null
}

export interface SessionReader {
  /** The session of a request's cookie or bearer token; undefined when there is none, or it ended, or its user is banned. */
  sessionOf(headers: IncomingHttpHeaders): Promise<Session | undefined>
  /** Returns the ids of those sessions that are still valid: not ended, and of a user who is not banned. */
  stillValid(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * The token of a correctly signed cookie, without a database query: a hint that the user may be signed in, never
   * proof.
   */
  tokenOf(headers: IncomingHttpHeaders): string | undefined
}

/** Some 200 bytes each. */
const mostVerified = 10_000

interface Row {
  token: string
  id: string
  userId: string
  role: string | null
  impersonatedBy: string | null
  expiresAt: Date
  roles: Viewer['roles']
}

const living = `select s.token, s.id, s."userId", s."impersonatedBy", s."expiresAt", u.role, ${campaignRoles('s."userId"::uuid')} as roles
  from auth.session s join auth."user" u on u.id = s."userId"
  where s.token = any($1) and ${isAlive}`

/**
 * Reads the session for each request, without a cache, so that a ban, a sign-out or a new role, also in a campaign,
 * takes effect immediately in every process.
 */
export function sessionReader(pool: pg.Pool, { cookie, secret }: { cookie: string; secret: string }): SessionReader {
  const tokenIfSigned = (value: string): string | undefined => {
    const dot = value.lastIndexOf('.')
    const token = value.slice(0, Math.max(dot, 0))
    const expected = createHmac('sha256', secret).update(token).digest()
    const given = Buffer.from(value.slice(dot + 1), 'base64')
    return dot > 0 && given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
  }
  /** Tokens of cookies with a verified signature, which stays valid. */
  const verified = lruCache<string>(mostVerified, () => 1)
  const verify = (value: string) => {
    const cached = verified.get(value)
    if (cached !== undefined) return cached
    const token = tokenIfSigned(value)
    if (token !== undefined) verified.set(value, token)
    return token
  }
  const tokenOf = (headers: IncomingHttpHeaders) => {
    const value = cookieOf(headers.cookie, cookie)
    return value === undefined ? undefined : verify(value)
  }

  const byToken = batched<Row>(async (tokens) => {
    const rows = await readRows<Row>(pool, { name: 'sessions', text: living, values: [tokens] })
    return new Map(rows.map((row) => [row.token, row]))
  })

  return {
    tokenOf,

    async sessionOf(headers) {
      const bearer = bearerOf(headers.authorization)
      const token = bearer ?? tokenOf(headers)
      if (!token) return undefined
      const row = await byToken(token)
      return (
        row && {
          kind: 'session',
          sessionId: row.id,
          userId: row.userId,
          isInPerson: row.impersonatedBy === null,
          role: roleOf(row.role),
          roles: row.roles,
          by: bearer ? 'bearer' : 'cookie',
          impersonatorId: row.impersonatedBy,
          endsAt: row.impersonatedBy === null ? null : row.expiresAt,
        }
      )
    },

    async stillValid(sessionIds) {
      const { rows } = await pool.query<{ id: string }>(
        `select s.id from auth.session s join auth."user" u on u.id = s."userId" where s.id = any($1) and ${isAlive}`,
        [sessionIds],
      )
      return new Set(rows.map(({ id }) => id))
    },
  }
}

/** Ignores a cookie signature that follows the bearer token after a dot: the token itself is the secret. */
export const bearerOf = (authorization: string | undefined): string | undefined => {
  const given = /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  return given?.split('.', 1)[0]
}

const cookieOf = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim())
    } catch {
      return undefined
    }
  }
  return undefined
}
