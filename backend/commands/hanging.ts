import { collections, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import type { Act } from '../http/act.ts'
import type { CommandHandler } from './handle.ts'

/** Lore names the folder that it hangs in, and the folder is of another stream: here the two are kept together. */

/** Refuses a folder that is not in the campaign's tree, or in the Trash; null is the root. */
export async function refuseMissingFolder(
  handler: CommandHandler,
  campaignId: string | null,
  collectionId: string | null,
): Promise<void> {
  if (collectionId === null) return
  const there = campaignId !== null && isThere(await handler.stateOf(collections, campaignId), collectionId)
  if (!there) throw new Rejection('parent_not_found')
}

export async function moveTo(act: Act, handler: CommandHandler, conjurationId: string, collectionId: string | null) {
  const lore = await handler.stateOf(conjurations, conjurationId)
  if (lore.collectionId !== collectionId) await refuseMissingFolder(handler, lore.campaignId, collectionId)
  await act.send(conjurations, conjurationId, { type: 'MoveConjuration', data: { conjurationId, collectionId } })
  await comeDown(act, handler, conjurationId)
}

/**
 * To be called after lore was hung in a folder: whoever deleted the folder at that moment did not find the lore in it, so
 * it comes down to the root by itself.
 */
export async function comeDown(act: Act, handler: CommandHandler, conjurationId: string): Promise<void> {
  const { campaignId, collectionId, deletedBy } = await handler.stateOf(conjurations, conjurationId)
  if (campaignId === null || collectionId === null || deletedBy !== null) return
  if (isThere(await handler.stateOf(collections, campaignId), collectionId)) return
  const data = { conjurationId, collectionId: null }
  await act.send(conjurations, conjurationId, { type: 'MoveConjuration', data }, 'come-down')
}
