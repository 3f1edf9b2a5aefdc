import { APIError, type createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import type { ImpersonationEndCause, StoppedImpersonation } from '#domain/impersonations.ts'
import { isAlive } from './impersonation-sql.ts'

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** The cookie in which a browser keeps the admin's own session during an impersonation: its token, and whether it ends with the browser. */
const adminCookie = ({ context }: Context) => context.createAuthCookie('admin_session')

const readOwnSession = async (ctx: Context) => {
  const value = await ctx.getSignedCookie(adminCookie(ctx).name, ctx.context.secret)
  const [token = '', isForgotten = ''] = value ? value.split(':') : []
  return { token, isForgotten: isForgotten !== '' }
}

const findAlive = async (pool: pg.Pool, token: string) => {
  const { rows } = await pool.query<{ id: string; impersonatedBy: string | null }>(
    `select s.id, s."impersonatedBy" from auth.session s join auth."user" u on u.id = s."userId"
      where s.token = $1 and ${isAlive}`,
    [token],
  )
  return rows[0]
}

/** Returns the latest impersonation that is the session `sessionId` or was begun in `ownSessionId`, and the likely cause of its end. */
const findImpersonation = async (pool: pg.Pool, sessionId: string | undefined, ownSessionId: string | undefined) => {
  const { rows } = await pool.query<{ impersonatorId: string; username: string; why: ImpersonationEndCause }>(
    `select im."impersonatorId", target.name as username, case
        when auth.holds_office(target.role) then 'user_role'
        when auth.is_banned(target.banned, target."banExpires") then 'user_banned'
        when not auth.administers(i.role, auth.is_banned(i.banned, i."banExpires")) then 'impersonator_role'
        when im."beganAt" < now() - interval '59 minutes 50 seconds' then 'hour'
        else 'ended' end as why
      from auth.impersonations im join auth."user" target on target.id = im."userId"
        join auth."user" i on i.id = im."impersonatorId"
      where im."sessionId" = $1 or im."impersonatorSessionId" = $2 order by im."beganAt" desc limit 1`,
    [sessionId, ownSessionId],
  )
  return rows[0]
}

/**
 * Ends the impersonation in this browser, and restores the admin's own session if it is still valid. An impersonation
 * that has already ended gets the same answer: a browser that learns of the end requests the way back. Throws if the
 * user is not impersonated.
 */
export const stopImpersonating = async (ctx: Context, pool: pg.Pool): Promise<StoppedImpersonation> => {
  const { authCookies, internalAdapter, secret } = ctx.context
  const token = (await ctx.getSignedCookie(authCookies.sessionToken.name, secret)) || undefined
  const session = token ? (await internalAdapter.findSession(token))?.session : undefined
  const alive = session && (await findAlive(pool, session.token))
  if (alive && alive.impersonatedBy === null)
    throw new APIError('BAD_REQUEST', { code: 'NOT_IMPERSONATING', message: 'You are not impersonating anyone.' })

  const own = await readOwnSession(ctx)
  const ownAlive = own.token ? await findAlive(pool, own.token) : undefined
  const impersonation = await findImpersonation(pool, session?.id, ownAlive?.id)
  if (session) await internalAdapter.deleteSession(session.token)
  deleteSessionCookie(ctx)
  expireCookie(ctx, adminCookie(ctx))

  const found = ownAlive && (await internalAdapter.findSession(own.token))
  const returned = found?.user.id === impersonation?.impersonatorId ? found : undefined
  if (returned) await setSessionCookie(ctx, returned, own.isForgotten)
  const why = alive ? 'stopped' : returned ? (impersonation?.why ?? 'ended') : 'own_session'
  return { why, username: impersonation?.username ?? null, returned: Boolean(returned) }
}

/**
 * Removes the cookie with the admin's own session on sign-out or another sign-in, so that the browser's next user cannot
 * resume it. A sign-out also ends that session.
 */
export const forgetOwnSession = async (ctx: Context): Promise<void> => {
  const begun = ctx.context.newSession?.session
  const isAnother = begun !== undefined && begun.impersonatedBy == null
  const isSignOut = ctx.path === '/sign-out'
  if (!isSignOut && (!isAnother || ctx.path === '/admin/stop-impersonating')) return
  if (!ctx.getCookie(adminCookie(ctx).name)) return
  const { token } = await readOwnSession(ctx)
  if (isSignOut && token) await ctx.context.internalAdapter.deleteSession(token)
  expireCookie(ctx, adminCookie(ctx))
}
