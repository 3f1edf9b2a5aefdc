import type { LoreItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import type { Following, Snapshot } from '../../realtime/follow.ts'
import { type FeedItem, isSight } from '../../realtime/messages.ts'

/** The lore in a folder. `want` is how much of it; it only ever grows, and folders' lists that differ in it alone are one. */
export interface LoreArg {
  campaignId: string
  /** Null is the root. */
  collectionId: string | null
  want: number
}

export interface Lore extends Snapshot<LoreItem> {
  /** How much there is, loaded or not. */
  total: number
}

/** As the server pages it: newest edited first. */
export const newestEdited = (a: LoreItem, b: LoreItem): number =>
  a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : a.updatedAt < b.updatedAt ? 1 : -1

/** Whether something happened that brings lore here which is not among the rows, or changes what is joined to them. */
const brings = (item: FeedItem, { campaignId, collectionId }: LoreArg): boolean => {
  // What hung below a folder that is gone hangs at the root now.
  if (isSight(item)) return item.type === 'ItemGone' && collectionId === null
  const data = item.data as { campaignId?: unknown; collectionId?: unknown; conjurationId?: unknown }
  const arrivals: Record<string, () => boolean> = {
    ConjurationMoved: () => data.collectionId === collectionId,
    ConjurationMovedToCampaign: () => data.campaignId === campaignId && data.collectionId === collectionId,
    ConjurationRestored: () => data.campaignId === campaignId,
    PrimaryImageSet: () => true,
    ImageLinked: () => true,
    ImageUploaded: () => typeof data.conjurationId === 'string',
    MemberRoleChanged: () => data.campaignId === campaignId,
    OwnershipTransferred: () => data.campaignId === campaignId,
  }
  return arrivals[item.type]?.() ?? false
}

export const loreFollowing: Following<LoreItem, LoreArg> = {
  joined: true,
  admits: (row, { campaignId, collectionId }) =>
    row.deletedAt === null && row.campaignId === campaignId && row.collectionId === collectionId,
  sort: newestEdited,
  refetchOn: brings,
}

/** Restored folders are not among the rows, so only the server can bring them. */
export const treeFollowing: Following<CollectionRow, string> = {
  admits: (row, campaignId) => row.deletedAt === null && row.campaignId === campaignId,
  refetchOn: ({ type, data }, campaignId) =>
    type === 'CollectionRestored' && (data as { campaignId?: unknown }).campaignId === campaignId,
}
