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

/** Whether the viewer may write in lore on their screen: its editors may, and every member where an editor chose so. */
export const isWritable = ({ mayEdit, writers, deletedAt }: ConjurationItem): boolean =>
  deletedAt === null && (mayEdit || writers === 'MEMBERS')
