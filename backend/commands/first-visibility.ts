import type { Visibility } from '#domain/access.ts'
import { collections, visibilityIn } from '#domain/collections.ts'
import type { Deps } from '../http/deps.ts'
import { mayKeepPrivate } from './private-lore.ts'

interface Place {
  userId: string
  campaignId: string | null
  collectionId: string | null
}

/** Who sees new lore of which nothing was said: those who see its folder, and the DMs too where a plan keeps nothing private. */
export async function firstVisibility(
  { handler, pool }: Pick<Deps, 'handler' | 'pool'>,
  { userId, campaignId, collectionId }: Place,
): Promise<Visibility> {
  if (campaignId === null) return 'PRIVATE'
  const inherited = visibilityIn(await handler.stateOf(collections, campaignId), collectionId)
  return inherited === 'PRIVATE' && !(await mayKeepPrivate(pool, userId)) ? 'DM' : inherited
}
