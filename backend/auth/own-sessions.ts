import { randomBytes } from 'node:crypto'
import { APIError, type createAuthMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import type { Cause } from '../commands/context.ts'
import { causeOf } from './hook-context.ts'
import { isAlive } from './impersonation-sql.ts'
import type { signInHistory } from './sign-ins.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

interface Deps {
  pool: pg.Pool
  signIns: Pick<ReturnType<typeof signInHistory>, 'recordSignOut'>
  /** Records the ends of impersonations, which end with the session that they were begun in. */
  recordImpersonations: (cause: Cause) => Promise<void>
}

/** A session as its user sees it, without its token. */
export interface OwnSession {
  id: string
  userAgent: string | null
  createdAt: Date
  updatedAt: Date
}

const own = `select s.id, s."userAgent", s."createdAt", s."updatedAt" from auth.session s join auth."user" u on u.id = s."userId"
  where s."userId" = $1 and s."impersonatedBy" is null and ${isAlive} order by s."updatedAt" desc, s.id`
const endOne = `delete from auth.session where "userId" = $1 and id = $2 and "impersonatedBy" is null returning id`
const endOthers = `delete from auth.session where "userId" = $1 and id <> $2 and "impersonatedBy" is null returning id`
/** Includes impersonations of the user. */
const endAllOthers = `delete from auth.session where "userId" = $1 and id <> $2 returning id`
const replaceToken = 'update auth.session set token = $2 where id = $1'

/** Lists and ends sessions by their ids: the authentication library's own routes take and return tokens. */
export const ownSessions = ({ pool, signIns, recordImpersonations }: Deps) => {
  const end = async (statement: string, userId: string, sessionId: string, cause: Cause): Promise<number> => {
    const { rows } = await pool.query<{ id: string }>(statement, [userId, sessionId])
    for (const { id } of rows) await signIns.recordSignOut(id, 'revoked', cause)
    if (rows.length > 0) await recordImpersonations(cause)
    return rows.length
  }
  return {
    list: async (userId: string): Promise<OwnSession[]> => (await pool.query<OwnSession>(own, [userId])).rows,
    /** Returns the number of ended sessions: 0 if the session is another user's, or has ended already. */
    end: (userId: string, sessionId: string, cause: Cause) => end(endOne, userId, sessionId, cause),
    endOthers: (userId: string, sessionId: string, cause: Cause) => end(endOthers, userId, sessionId, cause),
    /**
     * Ends every session but the one in which the password was changed, and gives that one a new token, so that the holder of a copied
     * cookie is signed out as well. The session's id does not change, so that its live connections stay open. A request that another tab
     * sends with the old token is answered 401; the tab then fetches the session with the new token, and repeats the request.
     */
    endAfterPasswordChange: async (ctx: Context): Promise<void> => {
      const { session, returned } = ctx.context
      if (ctx.path !== '/change-password' || !session || returned instanceof APIError) return
      await end(endAllOthers, session.user.id, session.session.id, causeOf(ctx))
      const token = randomBytes(24).toString('base64url')
      await pool.query(replaceToken, [session.session.id, token])
      await setSessionCookie(ctx, { user: session.user, session: { ...session.session, token } })
    },
  }
}
