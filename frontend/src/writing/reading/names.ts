import { type FeedItem, isOneOf } from '../../realtime/messages.ts'

/** Names of items by id. */
export type Names = ReadonlyMap<string, string>

/** Applies a rename event; unmentioned items are included, since they may be mentioned later under an older name. */
export const renamedBy = (names: Names, item: FeedItem): Names =>
  isOneOf(item, ['ConjurationRenamed']) ? new Map(names).set(item.data.conjurationId, item.data.name) : names

/** Merges the server's names into the existing ones. */
export const answeredWith = (names: Names, answered: Readonly<Record<string, string>> = {}): Names =>
  new Map([...names, ...Object.entries(answered)])
