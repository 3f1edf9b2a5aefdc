import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Viewer, Visibility } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { ConjurationPage, TagList, VisibilityOptions } from '#projections/answers.ts'
import { ConjurationAnswer } from '#projections/conjuration-answers.ts'
import { ImageList } from '#projections/image-answers.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, query } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { every, maySeeCollection, maySeeConjuration, whenGiven } from '../../policies/items.ts'
import { Page, Typed } from '../page.ts'
import { textQuery, wordParameters, wordsOf } from '../search/words.ts'
import { visibleIn, visibleTo } from '../visible.ts'
import { imagesOf, listOrder, loreItems, pageOf, pathTo, visibleConjurations, visibleCounts } from './items.ts'
import { mayKeepPrivate } from './may-keep-private.ts'

const params = z.object({ id: uuid() })
const Tags = z
  .string()
  .max(1000)
  .default('')
  .transform((tags) =>
    tags
      .replaceAll('\0', '')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  )
  .refine((tags) => tags.length <= 10, 'At most 10 tags at once')

const Filters = Page(25).extend({
  campaignId: uuid('No campaign selected'),
  collectionId: uuid().optional(),
  search: Typed,
  /** Restricts to lore with all of these tags. */
  tags: Tags,
  /** Restricts to one item. */
  nodeId: uuid().optional(),
})

export const conjurationQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaign = query('campaignId')
    const inCampaign = { policy: memberOf(campaign), cachedFor: campaign }
    const list = { querystring: Filters, response: { 200: ConjurationPage } }
    const listing = { policy: every(memberOf(campaign), maySeeCollection(query('collectionId'))), cachedFor: campaign }
    app.get('/conjurations', { config: listing, schema: list }, (request, reply) =>
      snapshot(pool, reply, (read, viewer) => listLore(read, viewer, request.query)),
    )

    const one = { params, response: { 200: ConjurationAnswer } }
    app.get(
      '/conjurations/:id',
      { config: { policy: maySeeConjuration(param('id')) }, schema: one },
      (request, reply) => snapshot(pool, reply, (read, viewer) => readLore(read, viewer, request.params.id)),
    )

    const pictures = { params, querystring: Page(50), response: { 200: ImageList } }
    const seeing = { policy: maySeeConjuration(param('id')) }
    app.get('/images/conjurations/:id/history', { config: seeing, schema: pictures }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => imagesOf(read, viewer, request.params.id, request.query)),
    )

    const InCampaign = z.object({ campaignId: uuid() })
    const tags = { querystring: Page(100).extend(InCampaign.shape), response: { 200: TagList } }
    app.get('/conjurations/tags', { config: inCampaign, schema: tags }, (request, reply) =>
      snapshot(pool, reply, (read, viewer) => listTags(read, viewer, request.query)),
    )

    const options = {
      querystring: z.object({ campaignId: uuid().optional() }),
      response: { 200: VisibilityOptions },
    }
    app.get(
      '/conjurations/visibility-options',
      { config: { policy: whenGiven(campaign, memberOf(campaign)) }, schema: options },
      async (request) => {
        // Lore outside of campaigns is visible to its owner only.
        if (request.query.campaignId === undefined) return { visibility: ['PRIVATE' as const] }
        const mayHide = await mayKeepPrivate(pool, sessionOf(request).userId)
        return { visibility: Visibility.options.filter((visibility) => mayHide || visibility !== 'PRIVATE') }
      },
    )
  }

const listLore = async (read: Read, viewer: Viewer, filters: z.infer<typeof Filters>) => {
  const { campaignId, collectionId = null, search, tags, nodeId = null, limit, offset } = filters
  const words = search === '' ? [] : await wordsOf(read, search)
  const page = await loreItems(read, viewer, {
    and: `and l."campaignId" = @campaignId and (@collectionId::uuid is null or l."collectionId" = @collectionId)
      and l.tags @> @tags::jsonb and (@nodeId::uuid is null or l.id = @nodeId)
      and ${search === '' ? 'true' : `l.words @@ ${textQuery(words).either}`}`,
    values: {
      ...visibleIn(viewer, campaignId),
      collectionId,
      tags: JSON.stringify(tags),
      nodeId,
      ...wordParameters(words),
    },
    order: listOrder,
    limit,
    offset,
  })
  return { ...page, more: offset + page.data.length < page.total }
}

const readLore = async (read: Read, viewer: Viewer, id: string) => {
  const one = { and: 'and l.id = @id', values: { ...visibleTo(viewer), id }, order: 'l.id', limit: 1, offset: 0 }
  const [lore] = await pageOf(read, viewer, one)
  if (!lore) throw new Rejection('conjuration_not_found')
  const [author] = await read<{ email: string }>('select email from auth."user" where id = $1', [lore.userId])
  const copies = await read<{ id: string }>(
    `select l.id ${visibleConjurations} and l."copyOf" = @id order by l."createdAt", l.id`,
    { ...visibleTo(viewer), id },
  )
  const email = lore.username === '' ? (author?.email ?? '') : ''
  return {
    ...lore,
    email,
    nodeId: id,
    user: { username: lore.username, email },
    copies,
    images: (await imagesOf(read, viewer, id, { limit: 200, offset: 0 })).data,
    breadcrumbs: await pathTo(read, viewer, lore.collectionId),
  }
}

const listTags = async (
  read: Read,
  viewer: Viewer,
  { campaignId, limit, offset }: { campaignId: string; limit: number; offset: number },
) => {
  const mine = visibleIn(viewer, campaignId)
  const [data, [count]] = await Promise.all([
    read<{ tag: string; count: number }>(
      `select n.key as tag, sum(n.count)::bigint as count ${visibleCounts('tag')}
        group by n.key order by count desc, lower(n.key), n.key limit @limit offset @offset`,
      { ...mine, limit, offset },
    ),
    read<{ total: number }>(`select count(distinct n.key) as total ${visibleCounts('tag')}`, mine),
  ])
  return { data, total: count?.total ?? 0 }
}
