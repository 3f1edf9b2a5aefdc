import type { LoreDetail, LoreItem } from '#projections/answers.ts'
import type { ImageRow } from '#projections/images.ts'
import type { Following, Snapshot } from '../../realtime/follow.ts'

/** One lore item and the way to it. `rows` holds it, and nothing once it is out of sight. */
export type Lore = Snapshot<LoreItem> & Pick<LoreDetail, 'breadcrumbs' | 'copies' | 'email'>

/** What changes where it hangs, or what this person may do with it: both are joined to the row by the server. */
const moved = new Set(['ConjurationMoved', 'ConjurationMovedToCampaign', 'ConjurationRestored'])
/** Not a folder's deletion and return: what hangs in it is told of by events of its own, and is not to be had in between. */
const movedAbove = new Set(['CollectionRenamed', 'CollectionMoved', 'MemberRoleChanged', 'OwnershipTransferred'])

export const loreFollowing: Following<LoreItem, string> = {
  joined: true,
  admits: ({ id }, wanted) => id === wanted,
  refetchOn: ({ type, data }, wanted) =>
    movedAbove.has(type) || (moved.has(type) && (data as { conjurationId?: unknown }).conjurationId === wanted),
}

/** Newest first; a picture that is being made counts as one. */
export const picturesFollowing: Following<ImageRow, string> = {
  admits: ({ conjurationId, deletedAt }, wanted) => conjurationId === wanted && deletedAt === null,
  sort: (a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1),
  // Pictures that come from elsewhere are not among the rows, so only the server can bring them.
  refetchOn: ({ type, data }, wanted) =>
    type === 'ImageRestored' ||
    (type === 'ImageLinked' && (data as { conjurationId?: unknown }).conjurationId === wanted),
}

/** The picture that stands for it: null while it has none, then its own cloth does. */
export const primaryOf = (rows: readonly ImageRow[]): ImageRow | null =>
  rows.find(({ primary, uri }) => primary && uri !== null) ?? null
