import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import type { Dispatcher } from '../dispatch.ts'

/**
 * Refuses lore outside of the picture's campaign; null is none. The policy checks whether the requester may edit it.
 */
export async function refuseMissingConjuration(
  handler: Pick<Dispatcher, 'stateOf'>,
  campaignId: string | null,
  conjurationId: string | null,
): Promise<void> {
  if (conjurationId === null) return
  const lore = await handler.stateOf(conjurations, conjurationId)
  if (!lore.exists || lore.deletedIn !== null || lore.campaignId !== campaignId)
    throw new Rejection('conjuration_not_found')
}

/**
 * Unlinks a picture if its lore is in another campaign; call it after linking. A concurrent move of the lore misses the
 * new picture, which then stays in its campaign without the lore.
 */
export async function unlinkIfElsewhere(act: Act, handler: Dispatcher, imageId: string): Promise<void> {
  const { campaignId, conjurationId } = await handler.stateOf(images, imageId)
  if (conjurationId === null) return
  const lore = await handler.stateOf(conjurations, conjurationId)
  if (lore.campaignId === campaignId) return
  await act.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId: null }, item: 'elsewhere' })
}
