import type { ConjurationItem } from '#projections/answers.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { type FeedItem, isOneOf } from '../realtime/messages.ts'

/** The lore in a folder. `want` is how much of it; it only ever grows, and folders' lists that differ in it alone are one. */
export interface ConjurationsArg {
  campaignId: string
  /** Null is the root. */
  collectionId: string | null
  want: number
}

/** Lore that has all of these tags: in a folder, or in the whole campaign. */
export interface TaggedArg extends ConjurationsArg {
  tags: readonly string[]
}
/** As the server allows. */
export const mostTags = 10

export interface Conjurations extends Snapshot<ConjurationItem> {
  /** How much there is, loaded or not. */
  total: number
}

/** As the server pages it: what is pinned first, and then newest edited. */
export const asListed = (a: ConjurationItem, b: ConjurationItem): number =>
  a.isPinned === b.isPinned ? newestEdited(a, b) : a.isPinned ? -1 : 1
const newestEdited = (a: ConjurationItem, b: ConjurationItem): number =>
  a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : a.updatedAt < b.updatedAt ? 1 : -1

/** Whether something happened that brings lore here which is not among the rows, or changes what is joined to them. */
const brings = (item: FeedItem, { campaignId, collectionId }: ConjurationsArg): boolean => {
  // What hung below a collection that is gone hangs at the root now.
  if (item.type === 'ItemGone') return collectionId === null
  if (item.type === 'ConjurationMoved') return item.data.collectionId === collectionId
  if (item.type === 'ConjurationMovedToCampaign')
    return item.data.campaignId === campaignId && item.data.collectionId === collectionId
  // The list of a restored folder is no longer refused, and its lore leaves the root.
  if (isOneOf(item, ['ConjurationRestored', 'CollectionRestored', 'MemberRoleChanged', 'OwnershipTransferred']))
    return item.data.campaignId === campaignId
  if (item.type === 'ImageUploaded') return typeof item.data.conjurationId === 'string'
  return isOneOf(item, [
    'ConjurationPinned',
    'ConjurationUnpinned',
    'ConjurationPrimaryImageSet',
    'ImageLinked',
    'ImageShown',
  ])
}

export const conjurationsFollowing: Following<ConjurationItem, ConjurationsArg> = {
  joined: true,
  admits: (row, { campaignId, collectionId }) =>
    row.deletedAt === null && row.campaignId === campaignId && row.collectionId === collectionId,
  sort: asListed,
  refetchOn: brings,
}

export const taggedFollowing: Following<ConjurationItem, TaggedArg> = {
  joined: true,
  admits: (row, { campaignId, collectionId, tags }) =>
    row.deletedAt === null &&
    row.campaignId === campaignId &&
    (collectionId === null || row.collectionId === collectionId) &&
    tags.every((tag) => row.tags.includes(tag)),
  sort: asListed,
  // Whether lore has the tags is for the server to find out where the lore is not among the rows.
  refetchOn: (item, arg) =>
    isOneOf(item, ['ConjurationCreated', 'ConjurationTagged', 'ConjurationVersionRestored']) || brings(item, arg),
}
