import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { effectivePlan, isBacker } from '#domain/entitlements.ts'
import { AdminUser, AdminUsers } from '#domain/me.ts'
import { roleOf } from '../../auth/role.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { contains, Page, Typed } from '../page.ts'
import { entitlementsFromRow, paidNow, standingColumns } from '../users/standing.ts'

/** Accounts of the authentication library, joined with plans and credits from events. */
const adminUsers = `select u.id, u.email, u.name, u.role, coalesce(u.banned, false) as banned, u."banReason", u."createdAt",
    u."updatedAt",
    ${standingColumns}, a.onboarded, a."marketingOptIn", a."discordHandle", coalesce(w.available, 0) as "imageCredits",
    (select coalesce(sum(-t.quantity), 0) from credit_transactions t where t."userId" = u.id::uuid and t.status = 'held')::int as "heldCredits",
    clock_timestamp() as now
  from auth."user" u left join accounts a on a.id = u.id::uuid left join wallets w on w.id = u.id::uuid`

type Columns =
  | 'id'
  | 'email'
  | 'name'
  | 'banned'
  | 'banReason'
  | 'imageCredits'
  | 'heldCredits'
  | 'createdAt'
  | 'updatedAt'
type Row = Pick<AdminUser, Columns | 'marketingOptIn' | 'onboarded' | 'discordHandle'> &
  Parameters<typeof entitlementsFromRow>[0] & { role: string | null; now: string }

const shown = ({ adminPlan, preorderPlan, subscriptionPlan, now, ...row }: Row): AdminUser => {
  const entitlements = entitlementsFromRow({ adminPlan, preorderPlan, subscriptionPlan, ...row })
  return {
    ...row,
    ...entitlements,
    ...paidNow(entitlements, new Date(now)),
    role: roleOf(row.role),
    plan: effectivePlan(entitlements, new Date(now)),
    banReason: row.banned ? row.banReason : null,
    username: row.name,
    kickstarterBacker: isBacker(entitlements),
  }
}

export const adminUserQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: admin }
    const list = {
      querystring: Page(10).extend({ search: Typed }),
      response: { 200: AdminUsers },
    }
    app.get('/admin/users', { config, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { search, limit, offset } = request.query
        const found = `where u.email ilike $1 or u.name ilike $1`
        const rows = await read<Row>(`${adminUsers} ${found} order by u."createdAt" desc, u.id limit $2 offset $3`, [
          contains(search),
          limit,
          offset,
        ])
        const [count] = await read<{ total: number }>(`select count(*) as total from auth."user" u ${found}`, [
          contains(search),
        ])
        return { users: rows.map(shown), total: count?.total ?? 0, counts: await countsOf(read) }
      }),
    )

    const one = { params: z.object({ id: uuid() }), response: { 200: AdminUser } }
    for (const path of ['/admin/users/:id', '/admin/user/:id'])
      app.get(path, { config, schema: one }, (request, reply) =>
        snapshot(pool, reply, async (read) => {
          const [row] = await read<Row>(`${adminUsers} where u.id = $1`, [request.params.id])
          if (!row) throw new Rejection('user_not_found')
          return shown(row)
        }),
      )
  }

async function countsOf(read: Read): Promise<AdminUsers['counts']> {
  const [counts] = await read<AdminUsers['counts']>(
    `select count(*) as total, count(*) filter (where banned is not true) as active,
        count(*) filter (where banned) as banned,
        count(*) filter (where 'admin' = any(string_to_array(replace(role, ' ', ''), ','))) as admins from auth."user"`,
  )
  return counts ?? { total: 0, active: 0, banned: 0, admins: 0 }
}
