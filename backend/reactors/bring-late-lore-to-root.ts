import type pg from 'pg'
import { collectionEvents, collections, deletionOf } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { isRunning, operationEvents, operations } from '#domain/operations.ts'
import { conjurationsOf } from '../commands/collections/conjurations-within.ts'
import { viewerOf } from '../http/policy.ts'
import { inParallel } from '../platform/in-parallel.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Exceeds the time of any request between checking a folder and adding lore to it. */
const lateMs = 30_000

/**
 * Moves lore to the root that was added to a folder concurrently with its deletion: the request did not see the
 * deletion, and the job that emptied the folder did not see the lore. Runs with a delay after the deletion and the
 * emptying, when no such request can be in progress.
 */
export const bringLateLoreToRoot = (pool: pg.Pool, { delayMs = lateMs }: { delayMs?: number } = {}) => {
  const bring = async (campaignId: string, operationId: string, reaction: Reaction) => {
    const viewer = await viewerOf(pool, reaction.event.metadata.actor)
    const tree = await reaction.stateOf(collections, campaignId)
    for await (const lore of conjurationsOf(pool, viewer, operationId, 'present'))
      await inParallel(lore, async ({ id: conjurationId }) => {
        const { collectionId, deletedIn } = await reaction.stateOf(conjurations, conjurationId)
        if (collectionId === null || deletedIn !== null || deletionOf(tree, collectionId) !== operationId) return
        const data = { conjurationId, collectionId: null }
        await reaction.dispatch(conjurations, conjurationId, { type: 'MoveConjuration', data })
      })
  }

  return reactor(
    { ...collectionEvents, ...operationEvents },
    {
      name: 'late-lore',
      delayMs,
      attempts: 25,
      on: {
        async CollectionDeleted({ campaignId, operationId }, reaction) {
          // The operation is still running; its end triggers this again.
          if (isRunning(await reaction.stateOf(operations, operationId))) return
          await bring(campaignId, operationId, reaction)
        },
        async OperationEnded({ operationId }, reaction) {
          const { begun } = await reaction.stateOf(operations, operationId)
          if (begun?.kind === 'empty-collections' && begun.campaignId !== null)
            await bring(begun.campaignId, operationId, reaction)
        },
      },
    },
  )
}
