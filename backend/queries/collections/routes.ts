import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { CollectionList, type CollectionListItem } from '#projections/answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, query } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { every, maySeeCollection } from '../../policies/items.ts'
import { loreItemsIn, pathTo, visibleConjurations } from '../conjurations/items.ts'
import { Page } from '../page.ts'
import { visibleIn, visibleTo } from '../visible.ts'
import { byName, collectionsAtRoot, collectionsIn, page, visibleCollections, withCounts } from './items.ts'

const Filters = Page(200, 200).extend({
  campaignId: uuid('No campaign selected'),
  parentId: uuid().optional(),
  conjurationId: uuid().optional(),
  /** False omits the folders, for clients that have them from the tree. */
  folders: z.stringbool().default(true),
})

const contains = 'c.id = any(@path::uuid[])'
const atRoot = withCounts(`${collectionsAtRoot} ${byName} ${page}`, { contains })
const inParent = withCounts(`${collectionsIn('@parentId')} ${byName} ${page}`, { contains })

export const collectionQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaign = query('campaignId')
    const inCampaign = memberOf(campaign)
    const list = { querystring: Filters, response: { 200: CollectionList } }
    const listing = { policy: every(inCampaign, maySeeCollection(query('parentId'))), cachedFor: campaign }
    app.get('/collections', { config: listing, schema: list }, (request, reply) =>
      snapshot(
        pool,
        reply,
        async (read, viewer) => {
          const {
            campaignId,
            parentId = null,
            conjurationId = null,
            folders: withCollections,
            limit,
            offset,
          } = request.query
          const mine = { ...visibleIn(viewer, campaignId), parentId }
          const path = conjurationId === null ? [] : await pathToConjuration(read, viewer, conjurationId)
          const [collections, { data, total }, parent] = await Promise.all([
            withCollections
              ? read<CollectionListItem>(parentId === null ? atRoot : inParent, {
                  ...mine,
                  limit,
                  offset,
                  path: path.map(({ id }) => id),
                })
              : [],
            loreItemsIn(read, viewer, { values: mine, limit, offset }),
            parentId === null
              ? true
              : read(`${visibleCollections} and c.id = @parentId`, mine).then(({ length }) => length > 0),
          ])
          if (!parent) throw new Rejection('collection_not_found')
          const hasMore = offset + data.length < total || collections.length === limit
          return { collections, conjurations: data, meta: { hasMore, total } }
        },
        { planned: 'once', atOnce: request.query.conjurationId === undefined },
      ),
    )
  }

const pathToConjuration = async (read: Read, viewer: Viewer, conjurationId: string) => {
  const [lore] = await read<{ collectionId: string | null }>(
    `select l."collectionId" ${visibleConjurations} and l.id = @conjurationId`,
    { ...visibleTo(viewer), conjurationId },
  )
  return lore ? pathTo(read, viewer, lore.collectionId) : []
}
