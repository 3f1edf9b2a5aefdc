import { can, shownTo } from '#domain/rights.ts'
import type { ConjurationItem } from '#projections/answers.ts'

/** What somebody may do to lore on their screen that is theirs. */
export const mayToOwn = (
  userId: string,
  ability: 'takeOut' | 'showPast',
  { userId: ownerId, campaignId }: Pick<ConjurationItem, 'userId' | 'campaignId'>,
): boolean => {
  const viewer = { userId, roles: {} }
  return can(viewer, ability, shownTo(viewer, { ownerId, campaignId }))
}
