import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../../http/act.ts'
import type { Dispatcher } from '../dispatch.ts'

/** Refuses lore that is not in the picture's campaign; null is none. Whether the asker may edit it is the policy's. */
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
 * To be called after a picture was linked: whoever moved the lore to another campaign at that moment did not find the picture,
 * which stays in its own and is the lore's no more.
 */
export async function unlinkIfElsewhere(act: Act, handler: Dispatcher, imageId: string): Promise<void> {
  const { campaignId, conjurationId } = await handler.stateOf(images, imageId)
  if (conjurationId === null) return
  const lore = await handler.stateOf(conjurations, conjurationId)
  if (lore.campaignId === campaignId) return
  await act.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId: null }, item: 'elsewhere' })
}
