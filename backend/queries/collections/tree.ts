import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import {
  CollectionContents,
  CollectionCounts,
  type CollectionListItem,
  CollectionPaths,
  CollectionSearch,
  CollectionTree,
} from '#projections/answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, query } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeCollection } from '../../policies/items.ts'
import { visibleCounts } from '../conjurations/items.ts'
import { contains, Page, Typed } from '../page.ts'
import { unseenCollections, type VisibleTo, visibleAs, visibleIn } from '../visible.ts'
import {
  byName,
  childrenOf,
  collectionsAtRoot,
  collectionsIn,
  hidden,
  page,
  visibleCollections,
  withCounts,
} from './items.ts'

const mostAsked = 100
const listOf = <Id extends z.ZodType<string, string>>(id: Id) =>
  z
    .string()
    .max(mostAsked * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(id).min(1).max(mostAsked))
const root = 'root'
const campaignId = uuid()

const Tree = Page(200, 1000).extend({
  campaignId,
  /** Comma-separated ids of folders, or `root`: requests a page of the subfolders of each. Absent: requests all folders, page by page. */
  parents: listOf(z.union([z.literal(root), uuid()])).optional(),
})
const Paths = z.object({ campaignId, to: listOf(uuid()).optional() })
const Search = z.object({ campaignId, search: Typed, limit: z.coerce.number().int().min(1).max(200).default(50) })
const Counts = Page(5000, 5000).extend({ campaignId })

const everyCollection = withCounts(`${visibleCollections} ${byName} ${page}`)

/** The requested parent folders that are visible. */
const parents = `from collections p where p.id = any(@parents::uuid[]) and p."campaignId" = @campaignId
  and p."deletedAt" is null and ${visibleAs('p')}`
const pageOfRoot = `(${collectionsAtRoot} ${byName} ${page})`
const pageOfEach = `(select c.* from (select p.id ${parents}) p
  cross join lateral (${collectionsIn('p.id')} ${byName} ${page}) c)`
const totalOfRoot = `select null::uuid as "parentId", count(*) as total from (${collectionsAtRoot}) c`
const totalOfEach = `select p.id as "parentId", ${childrenOf('p.id')} as total ${parents}`
const seenParents = `select p.id ${parents} order by p.id`

/** CTE of folders and their ancestors, up to the first ancestor that the viewer does not see. */
const above = (from: string) => `up as (
  select c.id, c."parentCollectionId" as parent ${from}
  union select c.id, c."parentCollectionId" from up join collections c on c.id = up.parent
   where c."campaignId" = @campaignId and c."deletedAt" is null and ${visibleAs('c')}),`
const isAbove = `${visibleCollections} and c.id in (select id from up)`
const paths = withCounts(isAbove, {
  first: above(`from collections c where c."campaignId" = @campaignId and c.id = any(@to::uuid[])
    and c."deletedAt" is null and ${visibleAs('c')}`),
})

/**
 * Names that begin with the search text come first. Names are short, and a campaign's are scanned: 10 ms for 25,000.
 */
const named = `select c.id from collections c where c."campaignId" = @campaignId and c."deletedAt" is null
  and lower(c.name) like @pattern and ${visibleAs('c')}
  order by position(@search in lower(c.name)), lower(c.name), c.id limit @limit`

/** A folder and everything below it, including below hidden folders, since it moves along. */
const below = `with recursive below as (
    select c.id from collections c where c.id = @id and c."campaignId" = @campaignId and c."deletedAt" is null
    union select c.id from below b join collections c on c."parentCollectionId" = b.id
     where c."campaignId" = @campaignId and c."deletedAt" is null)
  select (select count(*) from below b join collections c on c.id = b.id where b.id <> @id and ${visibleAs('c')}) as collections,
    (select coalesce(sum(n.count), 0)::bigint ${visibleCounts('folder')} and n.key in (select id::text from below)) as conjurations
  where exists (select from below)`

const counts = `select n.key as id, sum(n.count)::bigint as count ${visibleCounts('folder')}
  and n.key <> '' and n.key not in (select h.id::text from (${unseenCollections}) h) group by 1 order by 1 ${page}`

/** Serves parts of the tree: subfolders, paths to folders, folders found by name, and counts of contents. */
export const collectionTreeQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaign = query('campaignId')
    const inCampaign = { policy: memberOf(campaign), cachedFor: campaign }
    const planned = { planned: 'once' } as const
    const plannedAtOnce = { ...planned, atOnce: true }

    const tree = { querystring: Tree, response: { 200: CollectionTree } }
    app.get('/collections/tree', { config: inCampaign, schema: tree }, (request, reply) =>
      snapshot(
        pool,
        reply,
        async (read, viewer) => {
          const { campaignId, parents: parentIds, limit, offset } = request.query
          const mine = { ...visibleIn(viewer, campaignId), limit, offset }
          if (parentIds) return { ...(await partsOf(read, mine, parentIds)), meta: { hasMore: false } }
          const data = await read<CollectionListItem>(everyCollection, mine)
          return { data, parts: [], meta: { hasMore: data.length === limit } }
        },
        plannedAtOnce,
      ),
    )

    const way = { querystring: Paths, response: { 200: CollectionPaths } }
    app.get('/collections/paths', { config: inCampaign, schema: way }, (request, reply) =>
      snapshot(
        pool,
        reply,
        async (read, viewer) => {
          const { campaignId, to = [] } = request.query
          const mine = visibleIn(viewer, campaignId)
          return { data: await read<CollectionListItem>(paths, { ...mine, to }) }
        },
        plannedAtOnce,
      ),
    )

    const search = { querystring: Search, response: { 200: CollectionSearch } }
    app.get('/collections/search', { config: inCampaign, schema: search }, (request, reply) =>
      snapshot(
        pool,
        reply,
        async (read, viewer) => {
          const { campaignId, limit } = request.query
          const search = request.query.search.toLowerCase()
          const mine = visibleIn(viewer, campaignId)
          const rows =
            search === ''
              ? []
              : await read<{ id: string }>(named, { ...mine, search, pattern: contains(search), limit })
          const found = rows.map(({ id }) => id)
          return { found, data: found.length > 0 ? await read<CollectionListItem>(paths, { ...mine, to: found }) : [] }
        },
        planned,
      ),
    )

    const contents = { params: z.object({ id: uuid() }), response: { 200: CollectionContents } }
    const seen = { policy: maySeeCollection(param('id')) }
    app.get('/collections/:id/contents', { config: seen, schema: contents }, (request, reply) =>
      snapshot(
        pool,
        reply,
        async (read, viewer) => {
          const { id } = request.params
          const [folder] = await read<{ campaignId: string }>(`select "campaignId" from collections where id = @id`, {
            id,
          })
          const mine = visibleIn(viewer, folder?.campaignId ?? '')
          const [held] = await read<CollectionContents>(below, { ...mine, id })
          if (!held) throw new Rejection('collection_not_found')
          return held
        },
        planned,
      ),
    )

    const count = { querystring: Counts, response: { 200: CollectionCounts } }
    app.get('/collections/counts', { config: inCampaign, schema: count }, (request, reply) =>
      snapshot(
        pool,
        reply,
        async (read, viewer) => {
          const { campaignId, limit, offset } = request.query
          const mine = { ...visibleIn(viewer, campaignId), limit, offset }
          const counted = await read<{ id: string; count: number }>(counts, mine)
          const data = Object.fromEntries(counted.map(({ id, count }) => [id, count]))
          return { data, meta: { hasMore: counted.length === limit } }
        },
        plannedAtOnce,
      ),
    )
  }

const partsOf = async (
  read: Read,
  mine: VisibleTo & { limit: number; offset: number },
  parentIds: readonly string[],
) => {
  const parents = parentIds.filter((id) => id !== root)
  const values = { ...mine, parents }
  const kinds = [...(parents.length < parentIds.length ? [root] : []), ...(parents.length > 0 ? ['each'] : [])]
  const rows = kinds.map((kind) => (kind === root ? pageOfRoot : pageOfEach)).join(' union all ')
  const totals = kinds.map((kind) => (kind === root ? totalOfRoot : totalOfEach)).join(' union all ')
  const readTotals = () =>
    read<CollectionTree['parts'][number]>(`with ${hidden} ${totals} order by 1 nulls first`, values)
  if (mine.offset > 0) {
    const [data, parts] = await Promise.all([read<CollectionListItem>(withCounts(rows), values), readTotals()])
    return { data, parts }
  }
  const [data, seen] = await Promise.all([
    read<CollectionListItem>(withCounts(rows), values),
    parents.length > 0 ? read<{ id: string }>(seenParents, values) : [],
  ])
  const inEach = Map.groupBy(data, ({ parentCollectionId }) => parentCollectionId)
  const parts = [...(parents.length < parentIds.length ? [null] : []), ...seen.map(({ id }) => id)].map((parentId) => ({
    parentId,
    total: inEach.get(parentId)?.length ?? 0,
  }))
  // Parents with a full page may have more.
  return { data, parts: parts.every(({ total }) => total < mine.limit) ? parts : await readTotals() }
}
