import { asVisibleTo, can, viewerAs } from '#domain/rights.ts'
import type { ConjurationItem } from '#projections/answers.ts'

/** The user's permissions for an item of their own. */
export const mayToOwn = (
  userId: string,
  ability: 'takeOut' | 'showPast',
  { userId: ownerId, campaignId }: Pick<ConjurationItem, 'userId' | 'campaignId'>,
): boolean => {
  const viewer = viewerAs(userId, null, undefined)
  return can(viewer, ability, asVisibleTo(viewer, { ownerId, campaignId }))
}

/** Reports whether the viewer may write in this lore: as an editor, or as a member where an editor allows it to members. */
export const isWritable = ({ mayEdit, writers, deletedAt }: ConjurationItem): boolean =>
  deletedAt === null && (mayEdit || writers === 'MEMBERS')
