import type { ConjurationItem } from '#projections/answers.ts'
import type { ConjurationDetail } from '#projections/conjuration-answers.ts'
import type { Following, Quoting, Snapshot } from '../realtime/follow.ts'
import { isOneOf } from '../realtime/messages.ts'

/** One lore item with its breadcrumbs. `rows` contains the item, and is empty once the item is hidden. */
export type Conjuration = Snapshot<ConjurationItem> & Pick<ConjurationDetail, 'breadcrumbs' | 'copies' | 'email'>

export const conjurationFollowing: Following<ConjurationItem, string> & Quoting<Conjuration> = {
  joined: true,
  admits: ({ id }, wanted) => id === wanted,
  withoutQuotes: ({ breadcrumbs }, hiddenId) =>
    breadcrumbs.some(({ id }) => id === hiddenId)
      ? { breadcrumbs: breadcrumbs.filter(({ id }) => id !== hiddenId) }
      : undefined,
  // These events change the item's folder path or the user's permissions, which the server joins to the row. A folder's
  // deletion and restoration are not among them: its items have events of their own and are hidden in between.
  refetchOn: (item, wanted) =>
    isOneOf(item, ['CollectionRenamed', 'CollectionMoved', 'MemberRoleChanged', 'OwnershipTransferred']) ||
    (isOneOf(item, ['ConjurationMoved', 'ConjurationMovedToCampaign', 'ConjurationRestored']) &&
      item.data.conjurationId === wanted),
}
