import { asVisibleTo, can, viewerAs } from '#domain/rights.ts'
import type { ConjurationItem } from '#projections/answers.ts'

/** Returns true if the user has an ability that only the item's owner has. */
export const mayToOwn = (
  userId: string,
  ability: 'takeOut' | 'showPast',
  { userId: ownerId, campaignId }: Pick<ConjurationItem, 'userId' | 'campaignId'>,
): boolean => {
  const viewer = viewerAs(userId, null, undefined)
  return can(viewer, ability, asVisibleTo(viewer, { ownerId, campaignId }))
}

/** Returns true if the viewer may write in this lore: as an editor, or as a member if all members may write in it. */
export const isWritable = ({ mayEdit, writers, deletedAt }: ConjurationItem): boolean =>
  deletedAt === null && (mayEdit || writers === 'MEMBERS')
