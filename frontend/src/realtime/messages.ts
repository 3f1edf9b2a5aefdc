import type { StoredEvent } from './event-types.ts'

/** An item became hidden from (`ItemGone`) or visible to (`ItemShown`) this user; its content is not in the message. */
export interface VisibilityChange {
  type: 'ItemGone' | 'ItemShown'
  position: string
  data: { id: string }
}

/** A feed entry: a stored event, or a change of an item's visibility. */
export type FeedItem = StoredEvent | VisibilityChange

/** `isNewLog`: the position that the tab resumed after belongs to another log. */
export type Message =
  | { kind: 'feed'; item: FeedItem }
  | { kind: 'hello'; position: string; userId: string; isNewLog: boolean }
  | { kind: 'ended' }
  | { kind: 'other'; raw: unknown }

export const visibilityChangeTypes: ReadonlySet<string> = new Set(['ItemGone', 'ItemShown'])

/** Narrows an item to the given event types. */
export const isOneOf = <Type extends FeedItem['type']>(
  item: FeedItem,
  types: readonly Type[],
): item is Extract<FeedItem, { type: Type }> => types.includes(item.type as Type)

export const isVisibilityChange = (item: FeedItem): item is VisibilityChange =>
  visibilityChangeTypes.has(item.type) && !('stream' in item)
