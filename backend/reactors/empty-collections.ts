import type pg from 'pg'
import { collectionEvents, collections, deletionOf, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { type OperationKind, operations } from '#domain/operations.ts'
import { type ConjurationWithin, conjurationsOf, countOf } from '../commands/collections/conjurations-within.ts'
import { derivedId } from '../commands/ids.ts'
import { perform, type ReportProgress, type Run } from '../commands/operations/perform.ts'
import { inParallel } from '../platform/in-parallel.ts'
import { type Reaction, reactor } from './reactor.ts'

/**
 * What hangs in a folder, or below it, follows it into the Trash and out of it again, as part of the same operation: lore that whoever
 * deleted the folder may edit is deleted, other lore comes down to the root.
 *
 * A folder may be restored while it is still being emptied. Whichever of the two jobs ends last has seen the last word of the
 * tree's stream, and leaves things as that says.
 */
export const emptyCollections = (pool: pg.Pool, passOn?: ReportProgress) => {
  const treeOf = (campaignId: string, { stateOf }: Pick<Reaction, 'stateOf'>) => stateOf(collections, campaignId)

  type Tree = typeof collections.initial
  const takeOut = async (tree: Tree, deletedIn: string, { id, mayEdit }: ConjurationWithin, run: Run) => {
    const lore = await run.stateOf(conjurations, id)
    if (lore.collectionId === null || deletionOf(tree, lore.collectionId) !== deletedIn || lore.deletedIn !== null)
      return
    const remove = { type: 'DeleteConjuration', data: { conjurationId: id, operationId: deletedIn } } as const
    const move = { type: 'MoveConjuration', data: { conjurationId: id, collectionId: null } } as const
    await run.send(conjurations, id, mayEdit ? remove : move)
  }

  const bringBack = (conjurationId: string, operationId: string, { send }: Run) =>
    send(conjurations, conjurationId, { type: 'RestoreConjuration', data: { conjurationId, operationId } })

  interface Asked {
    kind: OperationKind
    campaignId: string
    which: 'present' | 'deleted'
    /** That of the folder's deletion. */
    deletedIn: string
  }
  /** As an operation that people see, where there is anything to do. */
  const performed = async (
    { kind, campaignId, which, deletedIn }: Asked,
    reaction: Reaction,
    work: (run: Run) => Promise<void>,
  ) => {
    const { actor: userId, correlationId } = reaction.event.metadata
    // A folder that came back as part of another operation, which ends by itself.
    const { begun } = await reaction.stateOf(operations, correlationId)
    const operationId = begun && begun.kind !== kind ? derivedId(correlationId, kind, deletedIn) : correlationId
    const total = await countOf(pool, deletedIn, which)
    if (total > 0) {
      const data = { operationId, kind, userId, campaignId, total, arguments: { deletedIn } }
      await reaction.dispatch(operations, operationId, { type: 'BeginOperation', data }, 'initiator')
    }
    // Until the tree says otherwise, which `work` asks: it is not undone by itself.
    const goesOn = async () => true
    await perform(pool, reaction, { operationId, kind, ends: 'EndOperation', goesOn, passOn }, work)
  }

  return reactor(collectionEvents, {
    name: 'empty-folders',
    attempts: 25,
    on: {
      CollectionDeleted: ({ campaignId, collectionId, operationId }, reaction) =>
        performed(
          { kind: 'empty-collections', campaignId, which: 'present', deletedIn: operationId },
          reaction,
          async (run) => {
            const viewer = await run.viewer()
            const treeNow = () => treeOf(campaignId, reaction)
            const isGone = (tree: Tree) => deletionOf(tree, collectionId) === operationId
            const touched: string[] = []
            for await (const lore of conjurationsOf(pool, viewer, operationId, 'present')) {
              const tree = await treeNow()
              if (!isGone(tree)) break
              const byId = new Map(lore.map((each) => [each.id, each]))
              touched.push(...byId.keys())
              await run.each([...byId.keys()], {
                async work(id) {
                  const each = byId.get(id)
                  if (each) await takeOut(tree, operationId, each, run)
                },
              })
            }
            if (isGone(await treeNow())) return
            // What an earlier try of this job deleted is in the views by now.
            for await (const lore of conjurationsOf(pool, viewer, operationId, 'deleted'))
              touched.push(...lore.map(({ id }) => id))
            await inParallel(touched, (id) => bringBack(id, operationId, run))
          },
        ),

      CollectionRestored: ({ campaignId, collectionId, operationId }, reaction) =>
        performed(
          { kind: 'refill-collections', campaignId, which: 'deleted', deletedIn: operationId },
          reaction,
          async (run) => {
            const touched: string[] = []
            for await (const lore of conjurationsOf(pool, await run.viewer(), operationId, 'deleted')) {
              const ids = lore.map(({ id }) => id)
              touched.push(...ids)
              await run.each(ids, { work: (id) => bringBack(id, operationId, run) })
            }
            // Deleted once more meanwhile: what was not back yet was not found there.
            const tree = await treeOf(campaignId, reaction)
            if (isThere(tree, collectionId)) return
            await inParallel(touched, async (conjurationId) => {
              const { collectionId: hangsIn, deletedIn } = await reaction.stateOf(conjurations, conjurationId)
              if (hangsIn === null || isThere(tree, hangsIn) || deletedIn !== null) return
              const data = { conjurationId, collectionId: null }
              await reaction.dispatch(conjurations, conjurationId, { type: 'MoveConjuration', data })
            })
          },
        ),
    },
  })
}
