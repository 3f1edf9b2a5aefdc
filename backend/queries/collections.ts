import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { CollectionCounts, CollectionList, type CollectionListItem, CollectionTree } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { sessionOf } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { every, maySeeCollection } from '../http/item-policies.ts'
import { memberOf, query, viewerIn } from '../http/policy.ts'
import { snapshot } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { atRoot, loreItems, pathTo, seenLore } from './lore-items.ts'
import { Page } from './page.ts'
import { visible, visibleTo } from './visible.ts'

const Filters = Page(200, 200).extend({
  campaignId: uuid('No campaign selected'),
  parentId: uuid().optional(),
  conjurationId: uuid().optional(),
  /** False leaves the folders out, for who has them from the tree. */
  folders: z.stringbool().default(true),
})

/** `$1` to `$3` are the asker's, `$4` is the campaign. */
const seen = `select c.* from collections c join access a on a.id = c.id
  where c."campaignId" = $4 and c."deletedAt" is null and ${visible}`

const counts = `select l."collectionId" as id, count(*) as count ${seenLore}
  and l."campaignId" = $4 and l."collectionId" is not null group by 1`

/** Folders in one (`$5`) or at the root: one whose parent the asker does not see hangs there for them. */
const folders = `with seen as materialized (${seen})
  select c.*, coalesce(below.count, 0) as "childCount", coalesce(lore.count, 0) as "loreCount",
         c.id = any($6::uuid[]) as "containsConjuration"
    from seen c
    left join (select "parentCollectionId" as id, count(*) as count from seen group by 1) below on below.id = c.id
    left join (${counts}) lore on lore.id = c.id
   where c."parentCollectionId" = $5 or ($5::uuid is null
         and (c."parentCollectionId" is null or c."parentCollectionId" not in (select id from seen)))
   order by lower(c.name), c.id`

export const collectionQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const inCampaign = memberOf(query('campaignId'))
    const list = { querystring: Filters, response: { 200: CollectionList } }
    const listing = { policy: every(inCampaign, maySeeCollection(query('parentId'))) }
    app.get('/collections', { config: listing, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { campaignId, parentId = null, conjurationId = null, folders: withFolders, limit, offset } = request.query
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const mine = [...visibleTo(viewer), campaignId]
        if (parentId !== null && (await read(`${seen} and c.id = $5`, [...mine, parentId])).length === 0)
          throw new Rejection('collection_not_found')

        const [lore] = await read<{ collectionId: string | null }>(
          `select l."collectionId" ${seenLore} and l.id = $4`,
          [...visibleTo(viewer), conjurationId],
        )
        const path = lore ? await pathTo(read, viewer, lore.collectionId) : []
        const collections =
          offset > 0 || !withFolders
            ? []
            : await read<CollectionListItem>(folders, [...mine, parentId, path.map(({ id }) => id)])
        const { data, total } = await loreItems(read, viewer, {
          and: `and l."campaignId" = $4 and ${parentId === null ? `$5::uuid is null and ${atRoot}` : 'l."collectionId" = $5'}`,
          values: [campaignId, parentId],
          limit,
          offset,
        })
        return { collections, conjurations: data, meta: { hasMore: offset + data.length < total, total } }
      }),
    )

    const tree = { querystring: z.object({ campaignId: uuid() }), response: { 200: CollectionTree } }
    app.get('/collections/tree', { config: { policy: inCampaign }, schema: tree }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const data = await read<CollectionRow>(`${seen} order by lower(c.name), c.id`, [
          ...visibleTo(viewer),
          request.query.campaignId,
        ])
        return { data }
      }),
    )

    const count = { querystring: z.object({ campaignId: uuid() }), response: { 200: CollectionCounts } }
    app.get('/collections/counts', { config: { policy: inCampaign }, schema: count }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const counted = await read<{ id: string; count: number }>(counts, [
          ...visibleTo(viewer),
          request.query.campaignId,
        ])
        return { data: Object.fromEntries(counted.map(({ id, count }) => [id, count])) }
      }),
    )
  }
