import type { Visibility } from '#domain/access.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../http/act.ts'
import type { CommandHandler } from './handle.ts'

interface Link {
  conjurationId: string | null
  /** Of the lore; absent when there is none. */
  visibility?: Visibility
}

/** The lore that a picture of this campaign may be linked to, and who sees it now. Whether the asker may edit it is the policy's. */
export async function linkTo(
  handler: CommandHandler,
  campaignId: string | null,
  conjurationId: string | null,
): Promise<Link> {
  if (conjurationId === null) return { conjurationId }
  const lore = await handler.stateOf(conjurations, conjurationId)
  if (!lore.exists || lore.deletedBy !== null || lore.campaignId !== campaignId)
    throw new Rejection('conjuration_not_found')
  return { conjurationId, visibility: lore.visibility }
}

/**
 * To be called after a picture was linked. Lore says in its own stream who sees it, and what it said while the link was on its
 * way found no picture: whatever changed since is said to the picture again, until nothing has.
 */
export async function keepLinked(act: Act, handler: CommandHandler, imageId: string, linked: Link): Promise<void> {
  let last = linked
  for (let turn = 1; last.conjurationId !== null; turn++) {
    const lore = await handler.stateOf(conjurations, last.conjurationId)
    const { campaignId } = await handler.stateOf(images, imageId)
    if (lore.campaignId === campaignId && lore.visibility === last.visibility) return
    last = lore.campaignId === campaignId ? { ...last, visibility: lore.visibility } : { conjurationId: null }
    const apart = `${turn} ${last.visibility ?? 'none'}`
    await act.send(images, imageId, { type: 'LinkImage', data: { imageId, ...last } }, apart)
  }
}
