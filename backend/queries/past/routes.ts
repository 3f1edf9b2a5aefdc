import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { treeFor } from '#domain/campaign-past.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { PastContents, PastMarks, PastPage, PastTree } from '#projections/past-answers.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, viewerOf } from '../../http/policy.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { contentsOf, linksOf } from './contents.ts'
import { type Looking, listPastLore, sawOf } from './lore.ts'
import { belonging, marksOf, unitOf } from './marks.ts'
import { asThen, MomentQuery, momentOf } from './moment.ts'
import { hiddenFolders, loreIn, trashedFolders, visibleLore } from './now.ts'
import { pastTrees } from './trees.ts'

const root = 'root'
const mostParents = 100
const Place = z.union([z.literal(root), uuid()])
const Parents = z
  .string()
  .max(mostParents * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(Place).min(1).max(mostParents))
const idOf = (place: string) => (place === root ? null : place)

const Tree = MomentQuery.extend({
  parents: Parents.default([root]),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
})
const Contents = MomentQuery.extend({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('9'.repeat(18)),
  limit: z.coerce.number().int().min(1).max(50).default(24),
})
/** Maximum of view pages searched for one page of results, since the viewer may have seen few of the listed items. */
const mostPages = 5

/** Dependencies of the answers about the past. */
interface Past extends Pick<Deps, 'pool' | 'store'> {
  treeAt: ReturnType<typeof pastTrees>
}

/** Serves a campaign as of a log position, folded from its streams, limited to what the member saw then and sees now. */
export const pastQueries =
  ({ pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: memberOf(param('id')) }
    const params = z.object({ id: uuid() })
    const past: Past = { pool, store, treeAt: pastTrees(store) }

    const marks = {
      params,
      response: { 200: PastMarks },
      querystring: z.object({ offset: z.coerce.number().int().min(-840).max(840).default(0) }),
    }
    app.get('/campaigns/:id/past/marks', { config, schema: marks }, async (request) => {
      const { userId } = sessionOf(request)
      return readMarks(past, userId, request.params.id, request.query.offset)
    })

    const tree = { params, querystring: Tree, response: { 200: PastTree } }
    app.get('/campaigns/:id/past', { config, schema: tree }, async (request) => {
      const { parents, limit, ...momentQuery } = request.query
      const found = await findPast(past, sessionOf(request).userId, request.params.id, momentQuery)
      return readTree(past, found, parents.map(idOf), limit)
    })

    const contents = {
      querystring: Contents,
      response: { 200: PastContents },
      params: params.extend({ collectionId: Place }),
    }
    app.get('/campaigns/:id/past/collections/:collectionId', { config, schema: contents }, async (request) => {
      const { before, limit, ...momentQuery } = request.query
      const found = await findPast(past, sessionOf(request).userId, request.params.id, momentQuery)
      return readContents(past, found, idOf(request.params.collectionId), { before, limit })
    })

    const page = {
      params: params.extend({ conjurationId: uuid() }),
      querystring: MomentQuery.extend({ only: uuid().optional() }),
      response: { 200: PastPage },
    }
    app.get('/campaigns/:id/past/conjurations/:conjurationId', { config, schema: page }, async (request) => {
      const { only, ...momentQuery } = request.query
      const found = await findPast(past, sessionOf(request).userId, request.params.id, momentQuery)
      return readLorePage(past, found, request.params.conjurationId, only)
    })
  }

const findPast = async ({ pool, store }: Past, userId: string, campaignId: string, momentQuery: MomentQuery) => {
  const read = reading(pool)
  const [viewer, moment] = await Promise.all([viewerOf(pool, userId), momentOf(read, momentQuery)])
  const then = await asThen(store, campaignId, userId, moment.position)
  return { store, read, viewer, then, campaignId, ...moment }
}
type FoundPast = Awaited<ReturnType<typeof findPast>>

const foldersOf = async ({ treeAt }: Past, { read, viewer, then, campaignId, position }: Looking) => {
  const [tree, hidden] = await Promise.all([treeAt(campaignId, position), hiddenFolders(read, viewer, campaignId)])
  return treeFor(tree, then, hidden)
}

const readMarks = async (past: Past, userId: string, campaignId: string, offset: number) => {
  const { read, viewer, position, at: until } = await findPast(past, userId, campaignId, {})
  const { periods, from = until } = await belonging(past.store, campaignId, userId, position)
  const unit = unitOf(from, until)
  const data = await marksOf(read, viewer, { campaignId, periods, unit, offset })
  return { from, until, unit, data: data.toReversed() }
}

const readTree = async (past: Past, found: FoundPast, parents: readonly (string | null)[], limit: number) => {
  const folders = await foldersOf(past, found)
  const parts = [...new Set(parents)]
    .filter((id) => id === null || folders.saw(id))
    .map((parentId) => ({ parentId, all: folders.part(parentId) }))
  const rows = parts.flatMap(({ all }) => all.slice(0, limit))
  const trashed = await inTrash(found.read, found.viewer, rows)
  return {
    ...momentIn(found),
    data: rows.map((row) => ({ ...row, isInTrash: trashed.get(row.id)?.isInTrash ?? false })),
    parts: parts.map(({ parentId, all }) => ({ parentId, total: all.length })),
  }
}

const readContents = async (
  past: Past,
  found: FoundPast,
  collectionId: string | null,
  of: { before: string; limit: number },
) => {
  const folders = await foldersOf(past, found)
  if (collectionId !== null && !folders.saw(collectionId)) throw new Rejection('collection_not_found')
  const place = { campaignId: found.campaignId, position: found.position, collectionId, unseen: folders.unseen() }
  const page = await pageOf(found, { ...place, ...of })
  const folder = (await inTrash(found.read, found.viewer, collectionId === null ? [] : [{ id: collectionId }])).get(
    collectionId ?? '',
  )
  return {
    ...momentIn(found),
    path: folders.path(collectionId),
    isInTrash: folder?.isInTrash ?? false,
    mayRestore: folder !== undefined && (folder.isOwn || (!folder.isInTrash && mayManage(found))),
    ...page,
  }
}

const readLorePage = async (past: Past, found: FoundPast, conjurationId: string, only: string | undefined) => {
  const now = (await visibleLore(found.read, found.viewer, [conjurationId])).get(conjurationId)
  const [lore] = await sawOf(found, now ? [now] : [])
  if (!lore) throw new Rejection('conjuration_not_found')
  const [folders, [row], said, links] = await Promise.all([
    foldersOf(past, found),
    listPastLore(found, [lore]),
    contentsOf(found, lore, only),
    only === undefined ? linksOf(found, lore) : [],
  ])
  if (!row) throw new Rejection('conjuration_not_found')
  return { ...momentIn(found), ...row, path: folders.path(lore.state.collectionId), ...said, links }
}

/** True for DMs, who may restore the items that they may edit in other users' folders. */
const mayManage = ({ viewer, campaignId }: Looking) => can(viewer, 'manage', { campaignId })

const momentIn = ({ at, position }: { at: string; position: bigint }) => ({ at, position: String(position) })

const inTrash = (read: Read, viewer: Viewer, rows: readonly { id: string }[]) =>
  trashedFolders(
    read,
    viewer,
    rows.map(({ id }) => id),
  )

/** A page of lore that the viewer saw in a folder, filtered from lore that they see now. */
async function pageOf(looking: Looking, place: Parameters<typeof loreIn>[2]) {
  const data: PastContents['data'] = []
  let before = place.before
  for (let pages = 0; pages < mostPages; pages++) {
    const found = await loreIn(looking.read, looking.viewer, { ...place, before, limit: place.limit })
    data.push(...(await listPastLore(looking, await sawOf(looking, found))))
    before = found.at(-1)?.since ?? before
    if (found.length < place.limit) return { data, next: null }
    if (data.length >= place.limit) break
  }
  return { data, next: before }
}
