import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { z } from 'zod'
import type { Visibility } from '#domain/access.ts'
import { CollectionName, collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { subjectOf } from '#domain/metadata.ts'
import { can } from '#domain/rights.ts'
import { actOf, receipt } from '../../http/act.ts'
import { begin } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { accessesTo, accessTo, memberOf, type Policy, param, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { every, maySeeCollection } from '../../policies/items.ts'
import { mayKeepPrivate } from '../../queries/conjurations/may-keep-private.ts'
import { visible, visibleTo } from '../../queries/visible.ts'
import { countWithin, within } from '../conjurations/conjurations-of.ts'
import { derivedId } from '../ids.ts'
import { refuseTakenId } from '../new-id.ts'
import type { Kind, Run } from '../operations/perform.ts'
import { deleteCreatedFolder, deleteCreatedLore } from '../operations/undo-creations.ts'
import { copiedContents } from '../segments/copies.ts'
import { describedBy } from '../texts/description.ts'

const Copying = z.object({ collectionId: uuid(), copyId: uuid(), campaignId: uuid() })
type Copying = z.infer<typeof Copying>

interface Folder {
  id: string
  parentCollectionId: string | null
  name: string
  visibility: Visibility
}

/** A folder and all below it that a run's initiator sees, from the top down. */
const seenFolders = async (pool: pg.Pool, run: Run, collectionId: string): Promise<Folder[]> =>
  reading(pool)<Folder>(
    `with recursive below as (select @collectionId::uuid as id, 0 as depth
       union all select c.id, b.depth + 1 from below b join collections c on c."parentCollectionId" = b.id and c."deletedAt" is null)
     select c.id, c."parentCollectionId", c.name, c.visibility from below b
       join collections c on c.id = b.id and c."deletedAt" is null join access a on a.id = c.id where ${visible} order by b.depth, c.id`,
    { ...visibleTo(await run.viewer()), collectionId },
  )

const suffix = ' (copy)'
const nameOfCopy = (name: string) => {
  const whole = CollectionName.safeParse(name + suffix)
  return whole.success ? whole.data : name
}

/**
 * Creates the copied folders, next to the original if its parent is visible, otherwise at the root. Returns the copies'
 * ids by the originals'.
 */
const copyFolders = async (pool: pg.Pool, run: Run, { collectionId, copyId, campaignId }: Copying) => {
  const folders = await seenFolders(pool, run, collectionId)
  const copies = new Map(
    folders.map(({ id }) => [id, id === collectionId ? copyId : derivedId('copied', run.operationId, id)]),
  )
  const viewer = await run.viewer()
  for (const { id, parentCollectionId, name, visibility } of folders) {
    const isTop = id === collectionId
    const [above] = isTop && parentCollectionId !== null ? await accessesTo(pool, [parentCollectionId]) : []
    const visibleParent = above && !above.inTrash && can(viewer, 'see', above) ? parentCollectionId : null
    const data = {
      campaignId,
      collectionId: copies.get(id) ?? copyId,
      name: isTop ? nameOfCopy(name) : name,
      parentCollectionId: isTop ? visibleParent : (copies.get(parentCollectionId ?? '') ?? copyId),
      userId: run.userId,
      visibility,
    }
    await run.send(collections, campaignId, { type: 'CreateCollection', data, item: data.collectionId })
  }
  return copies
}

const copyLore = async (pool: pg.Pool, run: Run, id: string, to: { copies: ReadonlyMap<string, string> } & Copying) => {
  const { stateOf } = run
  const [original, conjurationId] = [await stateOf(conjurations, id), derivedId('copied', run.operationId, id)]
  if (!original.exists || original.deletedIn !== null || (await stateOf(conjurations, conjurationId)).exists) return
  const { campaignId, copies, copyId } = to
  const { description = original.description } = await describedBy({ stateOf }, id)
  const isKept = original.visibility !== 'PRIVATE' || (await mayKeepPrivate(pool, run.userId))
  const contents = await copiedContents(
    run,
    { pool, handler: { stateOf } },
    { from: id, to: conjurationId, campaignId },
  )
  const data = {
    conjurationId,
    userId: run.userId,
    campaignId,
    collectionId: copies.get(original.collectionId ?? '') ?? copyId,
    visibility: isKept ? original.visibility : ('DM' as const),
    name: original.name,
    description,
    tags: [...original.tags],
    // Copies within a copied folder are independent: the original does not lead its viewers to them.
    copyOf: null,
  }
  await run.send(conjurations, conjurationId, [{ type: 'CreateConjuration', data }, ...contents])
}

/** Copies a folder with everything in and below it that the initiator sees; undoing moves the copy to the Trash. */
export const copyCollection = ({ pool }: Pick<Deps, 'pool'>): Kind<Copying> => ({
  arguments: Copying,
  async run(run, given) {
    const copies = await copyFolders(pool, run, given)
    const work = (id: string) => copyLore(pool, run, id, { ...given, copies })
    for await (const page of within(pool, await run.viewer(), given.collectionId, run.event.at))
      if (!(await run.each(page, { work }))) return
  },
  async undo(run, deeds) {
    const createdIds: string[] = []
    for await (const page of deeds(['ConjurationCreated'])) {
      createdIds.push(...page.map(({ item }) => item))
      await deleteCreatedLore(
        run,
        page.map(({ item }) => item),
      )
    }
    for await (const page of deeds(['CollectionCreated']))
      for (const { item: collectionId, stream } of page)
        await deleteCreatedFolder(pool, run, { campaignId: subjectOf(stream), collectionId, createdIds })
  },
})

export const copyCollectionCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const id = param('id')
    const inItsCampaign: Policy = {
      sentence: 'Members of the campaign that the folder is in may.',
      who: 'signedIn',
      async may(ask) {
        const access = await accessTo(pool, id(ask.request))
        return access?.campaignId ? memberOf(() => access.campaignId).may?.(ask) : 'collection_not_found'
      },
    }
    const Begun = Receipt.extend({ operationId: uuid(), id: uuid(), total: z.int() })
    const body = z.object({ id: uuid().optional() }).default({})
    const schema = { params: z.object({ id: uuid() }), body, response: { 202: Begun } }
    const config = { policy: every(maySeeCollection(id), inItsCampaign) }
    app.post('/collections/:id/copy', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: collectionId } = request.params
      const { id: copyId = act.idFor('collection') } = request.body
      const folder = await accessTo(pool, collectionId)
      if (!folder || folder.inTrash) throw new Rejection('collection_not_found')
      const campaignId = folder.campaignId ?? ''
      await refuseTakenId(pool, { table: 'collections', id: copyId, userId: act.userId, campaignId })
      const total = await countWithin(pool, await viewerOf(pool, act.userId), collectionId)
      const given: Copying = { collectionId, copyId, campaignId }
      await begin(act, { kind: 'copy-collection', campaignId, total, arguments: given }, deps)
      return reply.code(202).send(receipt(reply, act, { operationId: act.id, id: copyId, total }))
    })
  }
