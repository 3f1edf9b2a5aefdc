import type pg from 'pg'
import type { Metadata } from '#domain/metadata.ts'
import { users } from '#domain/users.ts'
import type { CommandHandler } from '../commands/handle.ts'
import { derivedId } from '../commands/ids.ts'
import type { Log } from '../platform/log.ts'
import { roleOf } from './role.ts'

interface AuthUser {
  id: string
  role: string | null
  banned: boolean | null
  banReason: string | null
  updatedAt: Date
  provider: string | null
}

/** Who set something in motion, where it is known: the rest is the server's own doing. */
export interface Cause {
  actor?: string | undefined
  impersonator?: string | undefined
  requestId?: string | undefined
}

const methods = { credential: 'email', google: 'google', discord: 'discord' } as const
const methodOf = (provider: string | null) => methods[provider as keyof typeof methods] ?? 'email'

/**
 * Tells the event store what happened to accounts, from what the authentication library's tables say now. Saying it twice
 * decides nothing, so the hooks (at once, with who did it) and the reconciliation (what hooks missed) are the same code.
 */
export function accountHistory(pool: pg.Pool, { handle }: Pick<CommandHandler, 'handle'>, log: Log) {
  const metadata = (cause: Cause, userId: string, ...what: string[]): Metadata => {
    const commandId = derivedId('account', userId, ...what)
    return {
      actor: cause.actor ?? 'system',
      ...(cause.impersonator ? { impersonator: cause.impersonator } : {}),
      ...(cause.requestId ? { requestId: cause.requestId } : {}),
      commandId,
      correlationId: commandId,
    }
  }

  let claimed = false
  /** The first account of an empty installation is its admin: exactly one, whoever registers at once. */
  const claimFirstAdmin = async (userId: string) => {
    claimed ||= (await pool.query('select 1 from auth.first_admin')).rowCount === 1
    if (claimed) return
    await transaction(pool, async (client) => {
      await client.query(`select pg_advisory_xact_lock(hashtextextended('loreloom first admin', 0))`)
      await client.query(
        `update auth."user" set role = 'admin' where id = $1
           and id = (select id from auth."user" order by "createdAt", id limit 1)
           and not exists (select 1 from auth.first_admin) and not exists (select 1 from auth."user" where role = 'admin')`,
        [userId],
      )
      await client.query(
        `insert into auth.first_admin ("userId") select id from auth."user" where role = 'admin' limit 1 on conflict do nothing`,
      )
    })
  }

  const tellUser = async (userId: string, cause: Cause = {}) => {
    await claimFirstAdmin(userId)
    const { rows } = await pool.query<AuthUser>(
      `select id, role, banned, "banReason", "updatedAt",
         (select "providerId" from auth.account a where a."userId" = u.id order by "createdAt" limit 1) as provider
       from auth."user" u where id = $1`,
      [userId],
    )
    const user = rows[0]
    if (!user) return
    const role = roleOf(user.role)
    const at = user.updatedAt.toISOString()
    const registered = { userId, method: methodOf(user.provider), role }
    const by = { ...cause, actor: cause.actor ?? userId }
    await handle(users, userId, { type: 'RegisterUser', data: registered }, metadata(by, userId, 'registered'))
    await handle(
      users,
      userId,
      { type: 'ChangeUserRole', data: { userId, role } },
      metadata(cause, userId, 'role', role, at),
    )
    const reason = user.banReason?.slice(0, 500) ?? null
    const standing = user.banned
      ? ({ type: 'BanUser', data: { userId, reason } } as const)
      : ({ type: 'UnbanUser', data: { userId } } as const)
    await handle(users, userId, standing, metadata(cause, userId, standing.type, at))
  }

  const tellImpersonations = async (cause: Cause = {}) => {
    const { rows } = await pool.query<{ sessionId: string; userId: string; impersonatorId: string; over: boolean }>(
      `select i."sessionId", i."userId", i."impersonatorId", s.id is null or s."expiresAt" <= now() as over
         from auth.impersonations i left join auth.session s on s.id = i."sessionId"
        where not i."endTold" and (not i."beginningTold" or s.id is null or s."expiresAt" <= now()) order by i."beganAt"`,
    )
    for (const { over, ...data } of rows) {
      const { userId, sessionId } = data
      const by = { ...cause, actor: data.impersonatorId }
      await tellUser(userId)
      await handle(
        users,
        userId,
        { type: 'BeginImpersonation', data },
        metadata(by, userId, 'impersonation', sessionId),
      )
      if (over)
        await handle(users, userId, { type: 'EndImpersonation', data }, metadata(by, userId, 'impersonated', sessionId))
      await pool.query(
        'update auth.impersonations set "beginningTold" = true, "endTold" = "endTold" or $2 where "sessionId" = $1',
        [sessionId, over],
      )
    }
  }

  /** Appends what the hooks could not: the server died in between, or the event store was away. */
  const reconcile = async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select u.id from auth."user" u left join accounts a on a.id = u.id::uuid
        where a.id is null or a.banned <> coalesce(u.banned, false)
           or a.role <> case when 'admin' = any(string_to_array(replace(u.role, ' ', ''), ',')) then 'admin'
                             when 'auditor' = any(string_to_array(replace(u.role, ' ', ''), ',')) then 'auditor' else 'user' end
        order by u."createdAt"`,
    )
    for (const { id } of rows) await tellUser(id)
    await tellImpersonations()
    if (rows.length > 0) log.info({ accounts: rows.length }, 'Told the history of accounts what it had missed')
  }

  return { tellUser, tellImpersonations, reconcile }
}

async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
