import type { StoredEvent } from './event-types.ts'

/** An item stopped (`ItemGone`) or began (`ItemShown`) to be visible to this user; its content is not in the message. */
export interface Sight {
  type: 'ItemGone' | 'ItemShown'
  position: string
  data: { id: string }
}

/** What a position may carry: a stored event, or a change of what the user may see. */
export type FeedItem = StoredEvent | Sight

/** `anew`: the position that was held is of another log. */
export type Message =
  | { kind: 'feed'; item: FeedItem }
  | { kind: 'hello'; position: string; userId: string; anew: boolean }
  | { kind: 'ended' }
  | { kind: 'other'; raw: unknown }

export const sights: ReadonlySet<string> = new Set(['ItemGone', 'ItemShown'])

/** Whether an item is one of these; then its data is theirs. */
export const isOneOf = <Type extends FeedItem['type']>(
  item: FeedItem,
  types: readonly Type[],
): item is Extract<FeedItem, { type: Type }> => types.includes(item.type as Type)

export const isSight = (item: FeedItem): item is Sight => sights.has(item.type) && !('stream' in item)
