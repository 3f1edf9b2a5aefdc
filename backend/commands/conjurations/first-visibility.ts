import type { Visibility } from '#domain/access.ts'
import { campaigns } from '#domain/campaigns.ts'
import { collections, visibilityIn } from '#domain/collections.ts'
import { can, viewerAs } from '#domain/rights.ts'
import type { Deps } from '../../http/deps.ts'
import { mayKeepPrivate } from '../../queries/conjurations/may-keep-private.ts'

interface Place {
  userId: string
  campaignId: string | null
  collectionId: string | null
}

/**
 * The visibility of new lore if the request names none: that of its folder, or for DMs too if the user's plan permits
 * no private lore. Lore that a DM creates in a visible folder starts hidden from players, so that they do not watch it
 * being written.
 */
export async function firstVisibility(
  { handler, pool }: Pick<Deps, 'handler' | 'pool'>,
  { userId, campaignId, collectionId }: Place,
): Promise<Visibility> {
  if (campaignId === null) return 'PRIVATE'
  const inherited = visibilityIn(await handler.stateOf(collections, campaignId), collectionId)
  if (inherited === 'CAMPAIGN') {
    const { members } = await handler.stateOf(campaigns, campaignId)
    return can(viewerAs(userId, campaignId, members[userId]), 'manage', { campaignId }) ? 'DM' : 'CAMPAIGN'
  }
  return inherited === 'PRIVATE' && !(await mayKeepPrivate(pool, userId)) ? 'DM' : inherited
}
