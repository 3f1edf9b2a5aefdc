import type { ConjurationDetail, ConjurationItem } from '#projections/answers.ts'
import type { Following, Quoting, Snapshot } from '../realtime/follow.ts'
import { isOneOf } from '../realtime/messages.ts'

/** One lore item and the way to it. `rows` holds it, and nothing once it is out of sight. */
export type Conjuration = Snapshot<ConjurationItem> & Pick<ConjurationDetail, 'breadcrumbs' | 'copies' | 'email'>

export const conjurationFollowing: Following<ConjurationItem, string> & Quoting<Conjuration> = {
  joined: true,
  admits: ({ id }, wanted) => id === wanted,
  withoutQuotes: ({ breadcrumbs }, hiddenId) =>
    breadcrumbs.some(({ id }) => id === hiddenId)
      ? { breadcrumbs: breadcrumbs.filter(({ id }) => id !== hiddenId) }
      : undefined,
  // What changes where it hangs, or what this person may do with it: both are joined to the row by the server. Not a collection's deletion
  // and return: what hangs in it is told of by events of its own, and is not to be had in between.
  refetchOn: (item, wanted) =>
    isOneOf(item, ['CollectionRenamed', 'CollectionMoved', 'MemberRoleChanged', 'OwnershipTransferred']) ||
    (isOneOf(item, ['ConjurationMoved', 'ConjurationMovedToCampaign', 'ConjurationRestored']) &&
      item.data.conjurationId === wanted),
}
