import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type CampaignUsage, StorageShare, Usage } from '#domain/storage.ts'
import { trashDays } from '#domain/trash.ts'
import { sessionOf } from '../../http/act.ts'
import { runningOperations } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { dmOf, param, signedIn } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { mostOf, recentCopies, usageOf } from './usage.ts'

const owned = `select id, name from campaigns where "ownerId" = $1
  and ("deletedAt" is null or "deletedAt" > now() - interval '${trashDays} days') order by "createdAt", id`

/** Storage used by files: by the user's own, and by each campaign for its editors. */
export const usageQueries =
  ({ pool, quotas }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const most = quotas.campaignBytes

    app.get(
      '/users/me/usage',
      { config: { policy: signedIn }, schema: { response: { 200: Usage } } },
      (request, reply) =>
        snapshot(pool, reply, async (read) => {
          const { userId } = sessionOf(request)
          const campaigns: CampaignUsage[] = []
          for (const { id, name } of await read<{ id: string; name: string }>(owned, [userId]))
            campaigns.push({ id, name, most, ...(await usageOf(read, { campaignId: id })) })
          const own = { ...(await usageOf(read, { userId })), ...(await mostOf(read, userId, quotas)) }
          const countOf = async (query: string) => (await read<{ count: number }>(query, [userId]))[0]?.count ?? 0
          return {
            ...own,
            campaigns,
            mostCampaigns: quotas.campaigns,
            copies: { count: await countOf(recentCopies), most: quotas.copiesPerHour },
            operations: { count: await countOf(runningOperations), most: quotas.operations },
          }
        }),
    )

    const one = { params: z.object({ id: uuid() }), response: { 200: StorageShare } }
    app.get('/campaigns/:id/usage', { config: { policy: dmOf(param('id')) }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read) => ({ most, ...(await usageOf(read, { campaignId: request.params.id })) })),
    )
  }
