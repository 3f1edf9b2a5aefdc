import type { ConjurationItem } from '#projections/answers.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { type FeedItem, isOneOf } from '../realtime/messages.ts'

/**
 * A folder's lore. `want` is the number of requested items; lists that differ in it alone share one cache entry, which
 * only grows.
 */
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
/** The server's limit. */
export const mostTags = 10

export interface Conjurations extends Snapshot<ConjurationItem> {
  /** The number of items, loaded or not. */
  total: number
}

/** The server's order: pinned items first, then the newest edit. */
export const asListed = (a: ConjurationItem, b: ConjurationItem): number =>
  a.isPinned === b.isPinned ? newestEdited(a, b) : a.isPinned ? -1 : 1
const newestEdited = (a: ConjurationItem, b: ConjurationItem): number =>
  a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : a.updatedAt < b.updatedAt ? 1 : -1

/** Returns true if an event adds lore that is not among the rows, or changes joined fields. */
const needsRefetch = (item: FeedItem, { campaignId, collectionId }: ConjurationsArg): boolean => {
  // Items below a deleted folder move to the root.
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
  refetchOn: needsRefetch,
}

export const taggedFollowing: Following<ConjurationItem, TaggedArg> = {
  joined: true,
  admits: (row, { campaignId, collectionId, tags }) =>
    row.deletedAt === null &&
    row.campaignId === campaignId &&
    (collectionId === null || row.collectionId === collectionId) &&
    tags.every((tag) => row.tags.includes(tag)),
  sort: asListed,
  // Only the server can check the tags of an item that is not among the rows.
  refetchOn: (item, arg) =>
    isOneOf(item, ['ConjurationCreated', 'ConjurationTagged', 'ConjurationVersionRestored']) || needsRefetch(item, arg),
}
