import { z } from 'zod'
import type { CollectionListItem } from '#projections/answers.ts'
import { type CollectionRow, collectionsView } from '#projections/collections.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { type FeedItem, isOneOf, isVisibilityChange } from '../realtime/messages.ts'
import { byName } from './collection-tree.ts'

/** The direct children of a folder, or of the root (null). `want` is the number of requested folders, which only grows. */
export interface ChildrenArg {
  campaignId: string
  parentId: string | null
  want: number
}
export interface Children extends Snapshot<CollectionListItem> {
  /** The number of folders, loaded or not. */
  total: number
  /** The log position of the folders' counts. */
  counted: string
}

/** Folders with their visible ancestors. */
export interface PathsArg {
  campaignId: string
  to: readonly string[]
}

/** Returns true if an id in a URL can be queried. */
export const isId = (text: string): boolean => z.uuid().safeParse(text).success

/**
 * Moved and restored folders are not among the rows, and the counts of other folders change with them. A deletion also
 * includes folders below one that is hidden from this user, which only the server can resolve.
 */
const changesPlaces = (item: FeedItem, campaignId: string) =>
  isOneOf(item, ['CollectionMoved', 'CollectionDeleted', 'CollectionRestored']) && item.data.campaignId === campaignId

export const childrenFollowing: Following<CollectionListItem, ChildrenArg> = {
  // A new folder is empty.
  joined: { childCount: 0, loreCount: 0, containsConjuration: false },
  admits: (row, { campaignId, parentId }) =>
    row.deletedAt === null && row.campaignId === campaignId && row.parentCollectionId === parentId,
  sort: byName,
  // Children of a deleted folder move to the root.
  refetchOn: (item, { campaignId, parentId }) =>
    (item.type === 'ItemGone' && (parentId === null || item.data.id === parentId)) || changesPlaces(item, campaignId),
}

const { CollectionCreated: _made, ...toExisting } = collectionsView.on
/** Folds events into listed folders only: a new folder is no ancestor of the requested ones. */
export const existingCollectionsView: typeof collectionsView = { ...collectionsView, on: toExisting }

export const pathsFollowing: Following<CollectionListItem, PathsArg> = {
  joined: true,
  admits: (row) => row.deletedAt === null,
  refetchOn: (item, { campaignId }) => item.type === 'ItemGone' || changesPlaces(item, campaignId),
}

/** Returns true if an event may change the item counts of listed folders. */
export const changesCounts = (item: FeedItem, rows: readonly CollectionRow[]): boolean => {
  const has = (id: unknown) => rows.some((row) => row.id === id)
  if (isVisibilityChange(item) || isOneOf(item, ['ConjurationDeleted', 'ConjurationRestored'])) return true
  if (item.type === 'ConjurationCreated') return has(item.data.collectionId)
  if (item.type === 'ConjurationMoved') return has(item.data.collectionId) || has(item.data.fromCollectionId)
  if (item.type === 'CollectionCreated') return has(item.data.parentCollectionId)
  return item.type === 'ConjurationMovedToCampaign'
}
