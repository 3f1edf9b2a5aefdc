import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { memberLimit } from '#domain/campaigns.ts'
import { Rejection } from '#domain/decider.ts'
import { campaignRoles } from '#domain/roles.ts'
import { trashDays } from '#domain/trash.ts'
import { CampaignDetail, CampaignList, type CampaignListItem, type Member, MemberList } from '#projections/answers.ts'
import type { CampaignRow } from '#projections/campaigns.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, signedIn } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../page.ts'

/** `can(…, 'restoreCampaign', …)` in SQL, for a member row `m`. */
export const mayRestoreCampaign = `m.role = ${campaignRoles.OWNER}`
const restorable = `${mayRestoreCampaign} and c."deletedAt" > now() - interval '${trashDays} days'`
const Id = z.object({ id: uuid() })

export const campaignQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const Query = Page(100).extend({ deleted: z.stringbool().default(false) })
    const list = { querystring: Query, response: { 200: CampaignList } }
    app.get('/campaigns', { config: { policy: signedIn }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { userId } = sessionOf(request)
        const { limit, offset, deleted } = request.query
        const mine = `from campaigns c join members m on m."campaignId" = c.id and m."userId" = $1
          where ${deleted ? restorable : 'c."deletedAt" is null'}`
        const data = await read<CampaignListItem>(
          `select c.*, m.role, (select count(*) from members where "campaignId" = c.id) as "memberCount" ${mine}
            order by ${deleted ? 'c."deletedAt" desc' : 'c."createdAt"'}, c.id limit $2 offset $3`,
          [userId, limit, offset],
        )
        const [count] = await read<{ total: number }>(`select count(*) as total ${mine}`, [userId])
        return { data, total: count?.total ?? 0 }
      }),
    )

    const one = { params: Id, response: { 200: CampaignDetail } }
    app.get('/campaigns/:id', { config: { policy: memberOf(param('id')) }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { id } = request.params
        const [campaign] = await read<CampaignRow>('select * from campaigns where id = $1', [id])
        const members = await membersOf(read, id, { limit: memberLimit, offset: 0 })
        const { userId } = sessionOf(request)
        const [mine] = await read<{ role: Member['role'] }>(
          'select role from members where "campaignId" = $1 and "userId" = $2',
          [id, userId],
        )
        if (!campaign || !mine) throw new Rejection('campaign_not_found')
        const files = await read<{ id: string }>(
          'select id from campaign_files where "campaignId" = $1 and "deletedAt" is null order by "createdAt" desc, id',
          [id],
        )
        return { ...campaign, role: mine.role, members, files, storyVaultCampaignId: id }
      }),
    )

    const members = { params: Id, querystring: Page(25), response: { 200: MemberList } }
    app.get(
      '/campaigns/:id/members',
      { config: { policy: memberOf(param('id')) }, schema: members },
      (request, reply) =>
        snapshot(pool, reply, async (read) => {
          const { id } = request.params
          const [count] = await read<{ total: number }>(
            'select count(*) as total from members where "campaignId" = $1',
            [id],
          )
          return { data: await membersOf(read, id, request.query), total: count?.total ?? 0 }
        }),
    )
  }

const membersOf = (read: Read, campaignId: string, { limit, offset }: { limit: number; offset: number }) =>
  read<Member>(
    `select m.*, coalesce(u.name, '') as username from members m left join auth."user" u on u.id = m."userId"::text
      where m."campaignId" = $1 order by m."joinedAt", m.id limit $2 offset $3`,
    [campaignId, limit, offset],
  )
