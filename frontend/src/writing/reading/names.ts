import { type FeedItem, isOneOf } from '../../realtime/messages.ts'

/** What things are called, by their ids. */
export type Names = ReadonlyMap<string, string>

/** Every rename that is heard counts: what it names may be mentioned later, in the words of an older name. */
export const renamedBy = (names: Names, item: FeedItem): Names =>
  isOneOf(item, ['ConjurationRenamed']) ? new Map(names).set(item.data.conjurationId, item.data.name) : names

/** What the server calls things, over what was known. */
export const answeredWith = (names: Names, answered: Readonly<Record<string, string>> = {}): Names =>
  new Map([...names, ...Object.entries(answered)])
