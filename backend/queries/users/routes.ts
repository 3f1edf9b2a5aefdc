import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { effectivePlan } from '#domain/entitlements.ts'
import { AuthOptions, Me } from '#domain/me.ts'
import { CreditHistory } from '#projections/answers.ts'
import type { CreditTransactionRow } from '#projections/credit-transactions.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { anyone, signedIn } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { Page } from '../page.ts'
import { standingOf, today } from './standing.ts'

export const userQueries =
  ({ pool, auth, experiments, version }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/users/me', { config: { policy: signedIn }, schema: { response: { 200: Me } } }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { userId, role, impersonatorId } = sessionOf(request)
        const [user] = await read<{ email: string; username: string; createdAt: string }>(
          'select email, name as username, "createdAt" from auth."user" where id = $1',
          [userId],
        )
        if (!user) throw new Rejection('unauthenticated')
        const standing = await standingOf(read, userId)
        return {
          id: userId,
          role,
          ...user,
          ...standing,
          plan: effectivePlan(standing, today()),
          kickstarterBacker: standing.loreloomKickstarterTier !== null || standing.minisKickstarterTier !== null,
          imageCredits: await balanceOf(read, userId),
          conjurationCount: await conjurationsOf(read, userId),
          impersonatedBy: impersonatorId === null ? null : await personOf(read, impersonatorId),
          experiments: [...experiments],
        }
      }),
    )

    const credits = { querystring: Page(10), response: { 200: CreditHistory } }
    app.get('/users/credits', { config: { policy: signedIn }, schema: credits }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { userId } = sessionOf(request)
        const { limit, offset } = request.query
        const data = await read<CreditTransactionRow>(
          'select * from credit_transactions where "userId" = $1 order by "createdAt" desc, id limit $2 offset $3',
          [userId, limit, offset],
        )
        const [count] = await read<{ total: number }>(
          'select count(*) as total from credit_transactions where "userId" = $1',
          [userId],
        )
        return { data, total: count?.total ?? 0, balance: await balanceOf(read, userId) }
      }),
    )

    const options = { response: { 200: AuthOptions } }
    app.get('/auth-options', { config: { policy: anyone }, schema: options }, async () => auth.offers)

    const Version = z.object({ version: z.string() })
    app.get('/version', { config: { policy: anyone }, schema: { response: { 200: Version } } }, async () => ({
      version,
    }))
  }

export async function balanceOf(read: Read, userId: string): Promise<number> {
  const [wallet] = await read<{ balance: number }>('select balance from wallets where id = $1', [userId])
  return wallet?.balance ?? 0
}

async function conjurationsOf(read: Read, userId: string): Promise<number> {
  const [lore] = await read<{ count: number }>(
    'select count(*) as count from conjurations where "userId" = $1 and "deletedAt" is null',
    [userId],
  )
  return lore?.count ?? 0
}

async function personOf(read: Read, userId: string) {
  const [person] = await read<{ username: string }>('select name as username from auth."user" where id = $1', [userId])
  return { id: userId, username: person?.username ?? '' }
}
