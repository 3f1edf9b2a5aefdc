import { collections, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import type { Sender } from '../../http/act.ts'
import type { Dispatcher } from '../dispatch.ts'

/**
 * Lore refers to its folder, which is in another stream. If the folder is deleted concurrently, a reactor later moves
 * the lore to the root.
 */
type States = Pick<Dispatcher, 'stateOf'>

/** Throws `parent_not_found` for a folder that is in the Trash or not in the campaign's tree; null is the root. */
export async function refuseMissingCollection(
  handler: States,
  campaignId: string | null,
  collectionId: string | null,
): Promise<void> {
  if (collectionId === null) return
  const there = campaignId !== null && isThere(await handler.stateOf(collections, campaignId), collectionId)
  if (!there) throw new Rejection('parent_not_found')
}

export async function moveTo(act: Sender, handler: States, conjurationId: string, collectionId: string | null) {
  const lore = await handler.stateOf(conjurations, conjurationId)
  if (lore.collectionId !== collectionId) await refuseMissingCollection(handler, lore.campaignId, collectionId)
  await act.send(conjurations, conjurationId, { type: 'MoveConjuration', data: { conjurationId, collectionId } })
}

/** Restores lore from the Trash to its former folder, or to the root if that folder no longer exists. */
export async function restore(act: Sender, handler: States, conjurationId: string, operationId: string) {
  await act.send(conjurations, conjurationId, { type: 'RestoreConjuration', data: { conjurationId, operationId } })
  const { campaignId, collectionId, deletedIn } = await handler.stateOf(conjurations, conjurationId)
  if (campaignId === null || collectionId === null || deletedIn !== null) return
  if (isThere(await handler.stateOf(collections, campaignId), collectionId)) return
  const data = { conjurationId, collectionId: null }
  await act.send(conjurations, conjurationId, { type: 'MoveConjuration', data })
}
