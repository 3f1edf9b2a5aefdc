import type pg from 'pg'
import { type EmailProof, users } from '#domain/users.ts'
import { accountContext, type Cause } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import type { Log } from '../platform/log.ts'
import { inTransaction } from '../projections/in-transaction.ts'
import { isAlive } from './impersonation-sql.ts'
import { roleOf } from './role.ts'

interface AuthUser {
  id: string
  name: string
  renamedAt: Date | null
  isForgotten: boolean
  role: string | null
  banned: boolean | null
  banReason: string | null
  emailVerified: boolean
  updatedAt: Date
  provider: string | null
}

interface Impersonation {
  sessionId: string
  userId: string
  impersonatorId: string
  reason: string | null
  over: boolean
}

/** Facts about a change that the tables do not contain. */
interface Known {
  proof?: EmailProof | undefined
  reason?: string | undefined
}

const methods = { credential: 'email', google: 'google', discord: 'discord' } as const
const methodOf = (provider: string | null) => methods[provider as keyof typeof methods] ?? 'email'

/** Dependencies of the records of accounts. `claimed` is set once the installation is known to have its first admin. */
interface History {
  pool: pg.Pool
  dispatch: Dispatcher['dispatch']
  claimed: boolean
}

/**
 * Records changes of accounts in the event store, derived from the authentication library's tables. Repeats decide
 * nothing, so the hooks (immediate, with the actor) and the reconciliation (for anything that hooks missed) share this
 * code.
 */
export function accountHistory(pool: pg.Pool, { dispatch }: Pick<Dispatcher, 'dispatch'>, log: Log) {
  const history: History = { pool, dispatch, claimed: false }
  return {
    /** `known` holds the proof that verified the address, and the reason of an administrator, as far as the caller knows them. */
    recordUser: (userId: string, cause: Cause = {}, known: Known = {}) => recordUser(history, userId, cause, known),
    recordImpersonations: (cause: Cause = {}) => recordImpersonations(history, cause),
    reconcile: () => reconcile(history, log),
  }
}

const recordUser = async (history: History, userId: string, cause: Cause, { proof, reason }: Known) => {
  await claimFirstAdmin(history, userId)
  const user = await readUser(history.pool, userId)
  if (!user) return
  const { dispatch } = history
  const role = roleOf(user.role)
  const at = user.updatedAt.toISOString()
  const registered = { userId, method: methodOf(user.provider), role, onboarded: false }
  const by = { ...cause, actor: cause.actor ?? userId }
  await dispatch(accountContext(by, userId, 'registered'), users, userId, { type: 'RegisterUser', data: registered })
  const because = reason === undefined ? {} : { reason }
  const given = { type: 'ChangeUserRole', data: { userId, role, ...because } } as const
  await dispatch(accountContext(cause, userId, 'role', role, at), users, userId, given)
  const banReason = user.banReason?.slice(0, 500) ?? null
  const banChange = user.banned
    ? ({ type: 'BanUser', data: { userId, reason: banReason } } as const)
    : ({ type: 'UnbanUser', data: { userId, ...because } } as const)
  await dispatch(accountContext(cause, userId, banChange.type, at), users, userId, banChange)
  await recordName(history, user, cause)
  if (!user.emailVerified) return
  const verified = { type: 'VerifyEmail', data: { userId, how: proof } } as const
  await dispatch(accountContext(cause, userId, verified.type, at), users, userId, verified)
}

/** Makes the first account of an empty installation its admin: exactly one, despite concurrent registrations. */
const claimFirstAdmin = async (history: History, userId: string) => {
  const { pool } = history
  history.claimed ||= (await pool.query('select 1 from auth.first_admin')).rowCount === 1
  if (history.claimed) return
  await inTransaction(pool, async (client) => {
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

const readUser = async (pool: pg.Pool, userId: string): Promise<AuthUser | undefined> => {
  const { rows } = await pool.query<AuthUser>(
    `select id, name, "renamedAt", email = id || '@forgotten.invalid' as "isForgotten",
       role, banned, "banReason", "emailVerified", "updatedAt",
       (select "providerId" from auth.account a where a."userId" = u.id order by "createdAt" limit 1) as provider
     from auth."user" u where id = $1`,
    [userId],
  )
  return rows[0]
}

/** Records a changed name; the first one is no event. A forgotten account has no key that could encrypt a name. */
const recordName = async (
  { dispatch }: History,
  { id: userId, name, renamedAt, isForgotten }: AuthUser,
  cause: Cause,
) => {
  if (renamedAt === null || isForgotten) return
  const context = accountContext(cause, userId, 'name', renamedAt.toISOString())
  await dispatch(context, users, userId, { type: 'RenameUser', data: { userId, name } })
}

const recordImpersonations = async (history: History, cause: Cause) => {
  const { pool, dispatch } = history
  const { rows } = await pool.query<Impersonation>(
    `select i."sessionId", i."userId", i."impersonatorId", i.reason, alive.id is null as over
       from auth.impersonations i left join lateral (
         select s.id from auth.session s join auth."user" u on u.id = s."userId"
          where s.id = i."sessionId" and ${isAlive}) alive on true
      where not i."endTold" and (not i."beginningTold" or alive.id is null) order by i."beganAt"`,
  )
  for (const { over, reason, ...data } of rows) {
    const { userId, sessionId } = data
    const by = { ...cause, actor: data.impersonatorId }
    await recordUser(history, userId, {}, {})
    const began = { ...data, ...(reason === null ? {} : { reason }) }
    const beginning = accountContext(by, userId, 'impersonation', sessionId)
    await dispatch(beginning, users, userId, { type: 'BeginImpersonation', data: began })
    const end = accountContext(by, userId, 'impersonated', sessionId)
    if (over) await dispatch(end, users, userId, { type: 'EndImpersonation', data })
    await pool.query(
      'update auth.impersonations set "beginningTold" = true, "endTold" = "endTold" or $2 where "sessionId" = $1',
      [sessionId, over],
    )
  }
}

/** Appends the events that the hooks missed, because the process ended or the event store was unavailable. */
const reconcile = async (history: History, log: Log) => {
  const { rows } = await history.pool.query<{ id: string }>(
    `select u.id from auth."user" u left join accounts a on a.id = u.id::uuid
      where a.id is null or a.banned <> coalesce(u.banned, false) or (u."emailVerified" and not a."emailVerified")
         or a.role <> case when 'admin' = any(string_to_array(replace(u.role, ' ', ''), ',')) then 'admin'
                           when 'auditor' = any(string_to_array(replace(u.role, ' ', ''), ',')) then 'auditor' else 'user' end
      order by u."createdAt"`,
  )
  for (const { id } of rows) await recordUser(history, id, {}, {})
  await recordImpersonations(history, {})
  if (rows.length > 0) log.info({ accounts: rows.length }, 'Told the history of accounts what it had missed')
}
