import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { CollectionCounts, CollectionList, type CollectionListItem, CollectionTree } from '#projections/answers.ts'
import { CollectionRow } from '#projections/collections.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { every, maySeeCollection } from '../../http/item-policies.ts'
import { memberOf, query, viewerIn } from '../../http/policy.ts'
import { planOnce, type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { loreItemsIn, pathTo, seenConjurations, seenCounts } from '../conjurations/items.ts'
import { Page } from '../page.ts'
import { asSeen, unseenCollections, type VisibleTo, visibleAs, visibleIn, visibleTo } from '../visible.ts'

const Filters = Page(200, 200).extend({
  campaignId: uuid('No campaign selected'),
  parentId: uuid().optional(),
  conjurationId: uuid().optional(),
  /** False leaves the folders out, for who has them from the tree. */
  folders: z.stringbool().default(true),
})

/** One that hangs in a folder which the asker does not see hangs at the root for them, and the other's id is not theirs to know. */
const columns = Object.keys(CollectionRow.shape)
  .map((column) => (column === 'parentCollectionId' ? asSeen(`c."${column}"`, column) : `c."${column}"`))
  .join(', ')

const seen = `select ${columns} from collections c
  where c."campaignId" = @campaignId and c."deletedAt" is null and ${visibleAs('c')}`

const counts = `select n.key as id, sum(n.count)::bigint as count ${seenCounts('folder')}
  and n.key <> '' and n.key not in (select h.id::text from (${unseenCollections}) h) group by 1`

/** One whose parent the asker does not see hangs at the root for them. */
const rootCollections = `${seen} and (c."parentCollectionId" is null or c."parentCollectionId" = any(array(
  ${unseenCollections} union all select f.id from collections f where f."campaignId" = @campaignId and f."deletedAt" is not null)))`
const collectionsIn = `${seen} and c."parentCollectionId" = @parentId`

/** With how much the asker sees in each. */
const counted = (
  folders: string,
) => `with listed as materialized (${folders}), hidden as materialized (${unseenCollections})
  select c.*, c.id = any(@path::uuid[]) as "containsConjuration",
    (select count(*) from collections f where f."campaignId" = @campaignId and f."parentCollectionId" = c.id
      and f."deletedAt" is null and f.id not in (select id from hidden)) as "childCount",
    (select coalesce(sum(n.count), 0)::bigint ${seenCounts('folder')} and n.key = c.id::text) as "loreCount"
  from listed c order by lower(c.name), c.id`

export const collectionQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaign = query('campaignId')
    const inCampaign = memberOf(campaign)
    const list = { querystring: Filters, response: { 200: CollectionList } }
    const listing = { policy: every(inCampaign, maySeeCollection(query('parentId'))), cachedFor: campaign }
    app.get('/collections', { config: listing, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const {
          campaignId,
          parentId = null,
          conjurationId = null,
          folders: withCollections,
          limit,
          offset,
        } = request.query
        const [viewer] = await Promise.all([viewerIn(read, sessionOf(request).userId), planOnce(read)])
        const mine = { ...visibleIn(viewer, campaignId), parentId }
        const path = conjurationId === null ? [] : await pathToConjuration(read, viewer, conjurationId)
        const [collections, { data, total }, parent] = await Promise.all([
          offset > 0 || !withCollections ? [] : collectionsOf(read, mine, parentId, path),
          loreItemsIn(read, viewer, { values: mine, limit, offset }),
          parentId === null ? true : read(`${seen} and c.id = @parentId`, mine).then(({ length }) => length > 0),
        ])
        if (!parent) throw new Rejection('collection_not_found')
        return { collections, conjurations: data, meta: { hasMore: offset + data.length < total, total } }
      }),
    )

    const whole = { policy: inCampaign, cachedFor: campaign }
    const tree = { querystring: z.object({ campaignId: uuid() }), response: { 200: CollectionTree } }
    app.get('/collections/tree', { config: whole, schema: tree }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const data = await read<CollectionRow>(
          `${seen} order by lower(c.name), c.id`,
          visibleIn(viewer, request.query.campaignId),
        )
        return { data }
      }),
    )

    const count = { querystring: z.object({ campaignId: uuid() }), response: { 200: CollectionCounts } }
    app.get('/collections/counts', { config: whole, schema: count }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const counted = await read<{ id: string; count: number }>(counts, visibleIn(viewer, request.query.campaignId))
        return { data: Object.fromEntries(counted.map(({ id, count }) => [id, count])) }
      }),
    )
  }

const collectionsOf = (read: Read, mine: VisibleTo, parentId: string | null, path: readonly { id: string }[]) => {
  const asked = { ...mine, path: path.map(({ id }) => id) }
  return read<CollectionListItem>(counted(parentId === null ? rootCollections : collectionsIn), asked)
}

const pathToConjuration = async (read: Read, viewer: Viewer, conjurationId: string) => {
  const [lore] = await read<{ collectionId: string | null }>(
    `select l."collectionId" ${seenConjurations} and l.id = @conjurationId`,
    { ...visibleTo(viewer), conjurationId },
  )
  return lore ? pathTo(read, viewer, lore.collectionId) : []
}
