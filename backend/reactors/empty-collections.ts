import type pg from 'pg'
import { collectionEvents, collections, deletionOf, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { type OperationKind, operations } from '#domain/operations.ts'
import { type ConjurationWithin, conjurationsOf, countOf } from '../commands/collections/conjurations-within.ts'
import { derivedId } from '../commands/ids.ts'
import { perform, type ReportProgress, type Run } from '../commands/operations/perform.ts'
import { inParallel } from '../platform/in-parallel.ts'
import { type Reaction, reactor } from './reactor.ts'

type Tree = typeof collections.initial
type Stored = Pick<Run, 'stateOf' | 'send'>

const deleteOrMoveToRoot = async (tree: Tree, deletedIn: string, { id, mayEdit }: ConjurationWithin, run: Stored) => {
  const lore = await run.stateOf(conjurations, id)
  if (lore.collectionId === null || deletionOf(tree, lore.collectionId) !== deletedIn || lore.deletedIn !== null) return
  const remove = { type: 'DeleteConjuration', data: { conjurationId: id, operationId: deletedIn } } as const
  const move = { type: 'MoveConjuration', data: { conjurationId: id, collectionId: null } } as const
  await run.send(conjurations, id, mayEdit ? remove : move)
}

const restore = (conjurationId: string, operationId: string, { send }: Stored) =>
  send(conjurations, conjurationId, { type: 'RestoreConjuration', data: { conjurationId, operationId } })

const moveToRootIfFolderDeleted = async (tree: Tree, conjurationId: string, { stateOf, dispatch }: Reaction) => {
  const { collectionId, deletedIn } = await stateOf(conjurations, conjurationId)
  if (collectionId === null || isThere(tree, collectionId) || deletedIn !== null) return
  await dispatch(conjurations, conjurationId, {
    type: 'MoveConjuration',
    data: { conjurationId, collectionId: null },
  })
}

/** The work on a folder that its event triggers. */
interface Work {
  kind: OperationKind
  which: 'present' | 'deleted'
  campaignId: string
  collectionId: string
  /** The operation that deleted the folder. */
  operationId: string
}

/**
 * Moves the contents of a folder, and of folders below it, into the Trash and back with it, as part of the same
 * operation: lore that the deleting user may edit is deleted, other lore moves to the root.
 *
 * A folder may be restored while it is being emptied. The job that ends last reads the latest state of the tree's
 * stream, and leaves the contents in accordance with it.
 */
export const emptyCollections = (pool: pg.Pool, onProgress?: ReportProgress) =>
  reactor(collectionEvents, {
    name: 'empty-folders',
    isOperation: true,
    attempts: 25,
    on: {
      CollectionDeleted(data, reaction) {
        const work: Work = { kind: 'empty-collections', which: 'present', ...data }
        return performAsOperation(pool, onProgress, work, reaction, (run) => empty(pool, work, reaction, run))
      },
      CollectionRestored(data, reaction) {
        const work: Work = { kind: 'refill-collections', which: 'deleted', ...data }
        return performAsOperation(pool, onProgress, work, reaction, (run) => refill(pool, work, reaction, run))
      },
    },
  })

/** Runs as an operation that users see, if there is anything to do. */
const performAsOperation = async (
  pool: pg.Pool,
  onProgress: ReportProgress | undefined,
  { kind, which, campaignId, operationId: deletedIn }: Work,
  reaction: Reaction,
  work: (run: Run) => Promise<void>,
) => {
  const { actor: userId, correlationId } = reaction.event.metadata
  // If another operation deleted or restored the folder, that one ends by itself, and the contents need an operation of their own.
  const { begun } = await reaction.stateOf(operations, correlationId)
  const operationId = begun && begun.kind !== kind ? derivedId(correlationId, kind, deletedIn) : correlationId
  const total = await countOf(pool, deletedIn, which)
  if (total > 0) {
    const data = { operationId, kind, userId, campaignId, total, arguments: { deletedIn } }
    await reaction.dispatch(operations, operationId, { type: 'BeginOperation', data }, 'initiator')
  }
  // Continues until the tree's state changes, which `work` checks: it has no undo of its own.
  const goesOn = async () => true
  await perform(pool, reaction, { operationId, kind, ends: 'EndOperation', goesOn, onProgress }, work)
}

const empty = async (
  pool: pg.Pool,
  { campaignId, collectionId, operationId }: Work,
  { stateOf }: Reaction,
  run: Run,
) => {
  const viewer = await run.viewer()
  const isGone = (tree: Tree) => deletionOf(tree, collectionId) === operationId
  const touched: string[] = []
  for await (const lore of conjurationsOf(pool, viewer, operationId, 'present')) {
    const tree = await stateOf(collections, campaignId)
    if (!isGone(tree)) break
    const byId = new Map(lore.map((each) => [each.id, each]))
    touched.push(...byId.keys())
    await run.each([...byId.keys()], {
      async work(id) {
        const each = byId.get(id)
        if (each) await deleteOrMoveToRoot(tree, operationId, each, run)
      },
    })
  }
  if (isGone(await stateOf(collections, campaignId))) return
  // Items deleted by an earlier attempt of this job are in the views by now.
  for await (const lore of conjurationsOf(pool, viewer, operationId, 'deleted'))
    touched.push(...lore.map(({ id }) => id))
  await inParallel(touched, (id) => restore(id, operationId, run))
}

const refill = async (pool: pg.Pool, { campaignId, collectionId, operationId }: Work, reaction: Reaction, run: Run) => {
  const touched: string[] = []
  for await (const lore of conjurationsOf(pool, await run.viewer(), operationId, 'deleted')) {
    const ids = lore.map(({ id }) => id)
    touched.push(...ids)
    await run.each(ids, { work: (id) => restore(id, operationId, run) })
  }
  // If the folder was deleted again concurrently, that job did not find items that were still in the Trash.
  const tree = await reaction.stateOf(collections, campaignId)
  if (isThere(tree, collectionId)) return
  await inParallel(touched, (id) => moveToRootIfFolderDeleted(tree, id, reaction))
}
