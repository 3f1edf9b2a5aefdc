import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { ImageList, LoreDetail, LoreList, TagList, VisibilityOptions } from '#projections/answers.ts'
import { mayKeepPrivate } from '../commands/private-lore.ts'
import { sessionOf } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { maySeeLore, whenGiven } from '../http/item-policies.ts'
import { memberOf, param, query, viewerIn } from '../http/policy.ts'
import { snapshot } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { loreItems, pageOf, pathTo, picturesOf, seenLore } from './lore-items.ts'
import { Page, Typed } from './page.ts'
import { textQuery, wordsOf } from './search-words.ts'
import { visible, visibleTo } from './visible.ts'

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
  /** All of them. */
  tags: Tags,
  /** One item alone. */
  nodeId: uuid().optional(),
})

export const conjurationQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaign = query('campaignId')
    const inCampaign = { policy: memberOf(campaign), keptFor: campaign }
    const list = { querystring: Filters, response: { 200: LoreList } }
    app.get('/conjurations', { config: inCampaign, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { campaignId, collectionId = null, search, tags, nodeId = null, limit, offset } = request.query
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const words = search === '' ? [] : await wordsOf(read, search)
        return loreItems(read, viewer, {
          and: `and l."campaignId" = $4 and ($5::uuid is null or l."collectionId" = $5) and l.tags @> $6::jsonb
            and ($7::uuid is null or l.id = $7) and ${search === '' ? 'true' : `l.words @@ ${textQuery(words, 8).either}`}`,
          values: [campaignId, collectionId, JSON.stringify(tags), nodeId, ...words],
          limit,
          offset,
        })
      }),
    )

    const one = { params, response: { 200: LoreDetail } }
    app.get('/conjurations/:id', { config: { policy: maySeeLore(param('id')) }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { id } = request.params
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const one = { and: 'and l.id = $4', values: [id], order: 'l.id', limit: 1, offset: 0 }
        const [lore] = await pageOf(read, viewer, one)
        if (!lore) throw new Rejection('conjuration_not_found')
        const [author] = await read<{ email: string }>('select email from auth."user" where id = $1', [lore.userId])
        const copies = await read<{ id: string }>(
          `select l.id ${seenLore} and l."copyOf" = $4 order by l."createdAt", l.id`,
          [...visibleTo(viewer), id],
        )
        return {
          ...lore,
          email: lore.username === '' ? (author?.email ?? '') : '',
          copies,
          images: (await picturesOf(read, viewer, id, { limit: 200, offset: 0 })).data,
          breadcrumbs: await pathTo(read, viewer, lore.collectionId),
        }
      }),
    )

    const pictures = { params, querystring: Page(50), response: { 200: ImageList } }
    const seeing = { policy: maySeeLore(param('id')) }
    app.get('/images/conjurations/:id/history', { config: seeing, schema: pictures }, (request, reply) =>
      snapshot(pool, reply, async (read) =>
        picturesOf(read, await viewerIn(read, sessionOf(request).userId), request.params.id, request.query),
      ),
    )

    const InCampaign = z.object({ campaignId: uuid() })
    const tags = { querystring: Page(100).extend(InCampaign.shape), response: { 200: TagList } }
    app.get('/conjurations/tags', { config: inCampaign, schema: tags }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { campaignId, limit, offset } = request.query
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const used = `from conjurations l join access a on a.id = l.id, jsonb_array_elements_text(l.tags) as tag
          where l."deletedAt" is null and ${visible} and l."campaignId" = $4`
        const mine = [...visibleTo(viewer), campaignId]
        const data = await read<{ tag: string; count: number }>(
          `select tag, count(*) as count ${used} group by tag order by count desc, lower(tag), tag limit $5 offset $6`,
          [...mine, limit, offset],
        )
        const [count] = await read<{ total: number }>(`select count(distinct tag) as total ${used}`, mine)
        return { data, total: count?.total ?? 0 }
      }),
    )

    const options = {
      querystring: z.object({ campaignId: uuid().optional() }),
      response: { 200: VisibilityOptions },
    }
    app.get(
      '/conjurations/visibility-options',
      { config: { policy: whenGiven(campaign, memberOf(campaign)) }, schema: options },
      async (request) => {
        // Outside of every campaign there is nobody else to see it.
        if (request.query.campaignId === undefined) return { visibility: ['PRIVATE' as const] }
        const mayHide = await mayKeepPrivate(pool, sessionOf(request).userId)
        return { visibility: Visibility.options.filter((visibility) => mayHide || visibility !== 'PRIVATE') }
      },
    )
  }
