import { z } from 'zod'
import type { CollectionListItem } from '#projections/answers.ts'
import { type CollectionRow, collectionsView } from '#projections/collections.ts'
import type { Following, Snapshot } from '../realtime/follow.ts'
import { type FeedItem, isOneOf, isVisibilityChange } from '../realtime/messages.ts'
import { byName } from './collection-tree.ts'

/** The folders directly in one, or at the root (null). `want` is how many; it only ever grows. */
export interface ChildrenArg {
  campaignId: string
  parentId: string | null
  want: number
}
export interface Children extends Snapshot<CollectionListItem> {
  /** How many there are, loaded or not. */
  total: number
  /** The position at which what is in each was counted. */
  counted: string
}

/** Folders with all that is seen above them. */
export interface PathsArg {
  campaignId: string
  to: readonly string[]
}

/** Whether an address names something that can be asked for. */
export const isId = (text: string): boolean => z.uuid().safeParse(text).success

/**
 * Only the server can bring what comes from elsewhere, or back out of the Trash, and says which folders have others in them now. With a deleted
 * one goes what hangs below it, also below one between the two that is not seen here: only the server knows that.
 */
const changesPlaces = (item: FeedItem, campaignId: string) =>
  isOneOf(item, ['CollectionMoved', 'CollectionDeleted', 'CollectionRestored']) && item.data.campaignId === campaignId

export const childrenFollowing: Following<CollectionListItem, ChildrenArg> = {
  // Nothing is in a folder that was just made.
  joined: { childCount: 0, loreCount: 0, containsConjuration: false },
  admits: (row, { campaignId, parentId }) =>
    row.deletedAt === null && row.campaignId === campaignId && row.parentCollectionId === parentId,
  sort: byName,
  // What hung in a folder that is gone hangs at the root.
  refetchOn: (item, { campaignId, parentId }) =>
    (item.type === 'ItemGone' && (parentId === null || item.data.id === parentId)) || changesPlaces(item, campaignId),
}

const { CollectionCreated: _made, ...toKnown } = collectionsView.on
/** What events do to folders that are listed already: a new one is on the way to none. */
export const knownCollectionsView: typeof collectionsView = { ...collectionsView, on: toKnown }

export const pathsFollowing: Following<CollectionListItem, PathsArg> = {
  joined: true,
  admits: (row) => row.deletedAt === null,
  refetchOn: (item, { campaignId }) => item.type === 'ItemGone' || changesPlaces(item, campaignId),
}

/** Whether something happened that may change how much is in the folders of a list. */
export const changesCounts = (item: FeedItem, rows: readonly CollectionRow[]): boolean => {
  const has = (id: unknown) => rows.some((row) => row.id === id)
  if (isVisibilityChange(item) || isOneOf(item, ['ConjurationDeleted', 'ConjurationRestored'])) return true
  if (item.type === 'ConjurationCreated') return has(item.data.collectionId)
  if (item.type === 'ConjurationMoved') return has(item.data.collectionId) || has(item.data.fromCollectionId)
  if (item.type === 'CollectionCreated') return has(item.data.parentCollectionId)
  return item.type === 'ConjurationMovedToCampaign'
}
