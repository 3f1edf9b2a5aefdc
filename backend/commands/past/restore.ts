import type pg from 'pg'
import { z } from 'zod'
import { byId } from '#domain/by-id.ts'
import { treeFor } from '#domain/campaign-past.ts'
import { collections, deletionOf, wayUp } from '#domain/collections.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { accessesTo } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { type Looking, sawOf } from '../../queries/past/lore.ts'
import { asThen } from '../../queries/past/moment.ts'
import { hiddenFolders, loreIn, visibleLore } from '../../queries/past/now.ts'
import type { Reads } from '../../queries/past/state-at.ts'
import { pastTrees } from '../../queries/past/trees.ts'
import { inPages, type Kind, type Run } from '../operations/perform.ts'
import { restoreLore } from './restore-lore.ts'
import { undoings } from './undo-restoring.ts'

const Restoring = z.object({
  campaignId: uuid(),
  position: z.string(),
  of: z.union([z.object({ conjurationId: uuid() }), z.object({ collectionId: uuid() })]),
})
export type Restoring = z.infer<typeof Restoring>

/** The former state of a folder. */
interface Was {
  name: string
  /** The parent folder to restore, if any. */
  parentId?: string | null | undefined
}

interface Deps {
  pool: pg.Pool
  store: Reads
}

/** Dependencies of the steps of restoring. */
interface Restorer extends Deps {
  treeAt: ReturnType<typeof pastTrees>
}

/**
 * Restores a page, or a folder with its contents, to an earlier state, as far as the requester saw it then and may
 * change it now.
 */
export const restorePast = ({ pool, store }: Deps): Kind<Restoring> => {
  const restorer: Restorer = { pool, store, treeAt: pastTrees(store) }
  return {
    arguments: Restoring,
    async run(run, given) {
      const looking = await lookAtPast(restorer, run, given)
      if ('conjurationId' in given.of) await restoreAll(run, looking, [given.of.conjurationId], false)
      else await restoreBelow(restorer, run, looking, given.of.collectionId)
    },
    async undo(run, deeds) {
      for await (const page of deeds(Object.keys(undoings)))
        for (const deed of page) {
          const work = async () => undoings[deed.type]?.(run, { pool, store }, deed)
          await run.each([deed.item], { work })
        }
    },
  }
}

const lookAtPast = async (
  { pool, store }: Restorer,
  run: Run,
  { campaignId, position: text }: Restoring,
): Promise<Looking> => {
  const position = BigInt(text)
  const [viewer, then] = await Promise.all([run.viewer(), asThen(store, campaignId, run.userId, position)])
  return { store, read: reading(pool), viewer, then, campaignId, position }
}

/** Restores lore items, each with the access that the initiator has to it now; items may be in the Trash. */
const restoreAll = (run: Run, looking: Looking, ids: readonly string[], toItsFolder: boolean) =>
  run.each(ids, {
    async work(id) {
      const as = { ...looking, viewer: await run.viewer() }
      const now = (await visibleLore(as.read, as.viewer, [id])).get(id)
      const [then] = await sawOf(as, now ? [now] : [])
      if (!then) throw new Rejection('conjuration_not_found')
      await restoreLore(run, { looking: as, toItsFolder }, then)
    },
  })

/** Restores a folder with all that was below it: the folders from the top down, then their pages. */
const restoreBelow = async ({ pool, treeAt }: Restorer, run: Run, looking: Looking, collectionId: string) => {
  const { campaignId, position, read, viewer, then } = looking
  const [tree, hidden] = await Promise.all([treeAt(campaignId, position), hiddenFolders(read, viewer, campaignId)])
  const folders = treeFor(tree, then, hidden).below(collectionId)
  const now = await run.stateOf(collections, campaignId)
  // The folder itself stays in its present place, like a page restored by itself; unless that place is inside a
  // folder that is to be below it again.
  const below = new Set(folders)
  const stays = !wayUp(now, collectionId).some((id) => id !== collectionId && below.has(id))
  const wasOf = (id: string): Was => {
    const { name = '', parentId } = byId(tree.folders, id) ?? {}
    return id === collectionId && stays ? { name } : { name, parentId }
  }
  // From the top down, one after another: their tree is one stream.
  for (const id of folders)
    if (!(await run.each([id], { work: () => restoreFolder(pool, run, campaignId, id, wasOf(id)) }))) return
  for (const id of folders) await restoreLoreIn(run, looking, id)
}

/**
 * Restores a folder from the Trash and, if the initiator may arrange it, its former name and parent. Throws
 * `collection_forbidden` if they may not restore it.
 */
const restoreFolder = async (pool: pg.Pool, run: Run, campaignId: string, collectionId: string, was: Was) => {
  const [[access], viewer] = await Promise.all([accessesTo(pool, [collectionId]), run.viewer()])
  const operationId = deletionOf(await run.stateOf(collections, campaignId), collectionId)
  if (operationId !== null) {
    if (!access || !can(viewer, 'restoreFolder', access)) throw new Rejection('collection_forbidden')
    await run.send(collections, campaignId, { type: 'RestoreCollections', data: { operationId }, item: operationId })
  }
  const now = byId((await run.stateOf(collections, campaignId)).folders, collectionId)
  if (!now || !access || !can(viewer, 'arrange', access)) return
  const { name, parentId } = was
  if (now.name !== name) {
    const data = { collectionId, name }
    await run.send(collections, campaignId, { type: 'RenameCollection', data, item: collectionId })
  }
  if (parentId !== undefined && now.parentId !== parentId) {
    const data = { collectionId, parentCollectionId: parentId }
    await run.send(collections, campaignId, { type: 'MoveCollection', data, item: collectionId })
  }
}

/** Restores the pages that were in a folder. */
const restoreLoreIn = async (run: Run, looking: Looking, collectionId: string) => {
  const { campaignId, position, read, viewer } = looking
  for (let before = '9'.repeat(18); ; ) {
    const place = { campaignId, position, collectionId, unseen: [], before, limit: 50 }
    const page = await loreIn(read, viewer, place)
    const saw = await sawOf(looking, page)
    const restorePage = (ids: readonly string[]) => restoreAll(run, looking, ids, true)
    await inPages(
      saw.map((lore) => lore.id),
      restorePage,
    )
    before = page.at(-1)?.since ?? before
    if (page.length < 50) break
  }
}
