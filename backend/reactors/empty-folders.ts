import type pg from 'pg'
import { collectionEvents, collections, deletionOf, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { type HangingLore, loreIn } from '../commands/lore-in-folders.ts'
import { viewerOf } from '../http/policy.ts'
import { type Reaction, reactor } from './reactor.ts'

const atOnce = 8
const theirs = 'whoever caused it'

/**
 * What hangs in a folder follows it into the Trash and out of it again, as part of the same operation: lore that whoever deleted
 * the folder may edit is deleted, other lore comes down to the root.
 *
 * A folder may be restored while it is still being emptied. Whichever of the two jobs ends last has seen the last word of the
 * tree's stream, and leaves things as that says.
 */
export const emptyFolders = (pool: pg.Pool) => {
  const treeOf = (campaignId: string, { stateOf }: Reaction) => stateOf(collections, campaignId)

  const takeOut = async (folder: string, operationId: string, { id, mayEdit }: HangingLore, reaction: Reaction) => {
    const { collectionId, deletedBy } = await reaction.stateOf(conjurations, id)
    if (collectionId !== folder || deletedBy !== null) return
    const remove = { type: 'DeleteConjuration', data: { conjurationId: id, operationId } } as const
    const move = { type: 'MoveConjuration', data: { conjurationId: id, collectionId: null } } as const
    await (mayEdit ? reaction.dispatch(conjurations, id, remove, theirs) : reaction.dispatch(conjurations, id, move))
  }

  const bringBack = (ids: readonly string[], operationId: string, { dispatch }: Reaction) =>
    inParallel(ids, (conjurationId) =>
      dispatch(
        conjurations,
        conjurationId,
        { type: 'RestoreConjuration', data: { conjurationId, operationId } },
        theirs,
      ),
    )

  return reactor(collectionEvents, {
    name: 'empty-folders',
    attempts: 25,
    on: {
      async CollectionDeleted({ campaignId, collectionId, operationId }, reaction) {
        const viewer = await viewerOf(pool, reaction.event.metadata.actor)
        const isGone = async () => deletionOf(await treeOf(campaignId, reaction), collectionId) === operationId
        const touched: string[] = []
        for await (const lore of loreIn(pool, viewer, collectionId, null)) {
          if (!(await isGone())) break
          touched.push(...lore.map(({ id }) => id))
          await inParallel(lore, (each) => takeOut(collectionId, operationId, each, reaction))
        }
        if (await isGone()) return
        // What an earlier try of this job deleted is in the views by now.
        for await (const lore of loreIn(pool, viewer, collectionId, operationId))
          touched.push(...lore.map(({ id }) => id))
        await bringBack(touched, operationId, reaction)
      },

      async CollectionRestored({ campaignId, collectionId, operationId }, reaction) {
        const viewer = await viewerOf(pool, reaction.event.metadata.actor)
        const touched: string[] = []
        for await (const lore of loreIn(pool, viewer, collectionId, operationId)) {
          const ids = lore.map(({ id }) => id)
          touched.push(...ids)
          await bringBack(ids, operationId, reaction)
        }
        // Deleted once more meanwhile: what was not back yet was not found there.
        if (isThere(await treeOf(campaignId, reaction), collectionId)) return
        await inParallel(touched, async (conjurationId) => {
          const { collectionId: hangsIn, deletedBy } = await reaction.stateOf(conjurations, conjurationId)
          if (hangsIn !== collectionId || deletedBy !== null) return
          const data = { conjurationId, collectionId: null }
          await reaction.dispatch(conjurations, conjurationId, { type: 'MoveConjuration', data })
        })
      },
    },
  })
}

const inParallel = async <Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<unknown>) => {
  const rest = things.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const thing of rest) await work(thing)
    }),
  )
}
