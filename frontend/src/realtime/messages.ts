import { z } from 'zod'
import { Envelope } from '#domain/metadata.ts'
import type { StoredEvent } from './event-types.ts'

/** An item stopped (`ItemGone`) or began (`ItemShown`) to be visible to this user; its content is not in the message. */
const Sight = z.object({
  type: z.enum(['ItemGone', 'ItemShown']),
  position: z.string(),
  data: z.object({ id: z.string() }),
})
export type Sight = z.infer<typeof Sight>

/** `anew`: the position that was held is of another log. */
const Hello = z.object({
  type: z.literal('Hello'),
  data: z.object({ position: z.string(), userId: z.string(), anew: z.boolean().default(false) }),
})

/** What a position may carry: a stored event, or a change of what the user may see. */
export type FeedItem = StoredEvent | Sight

export type Message =
  | { kind: 'feed'; item: FeedItem }
  | { kind: 'hello'; position: string; userId: string; anew: boolean }
  | { kind: 'ended' }
  | { kind: 'other'; raw: unknown }

const sights = new Set(['ItemGone', 'ItemShown'])

/** A type that a newer server brings is no type that is known here, so nothing here answers to it. */
const stored = (raw: unknown) => Envelope.parse(raw) as StoredEvent

/** Reads one message of the socket. What is none of the feed is for others to understand, or nobody: a newer server may have more to say. */
export const readMessage = (raw: unknown): Message => {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined
  if (type === 'Hello') {
    const { data } = Hello.parse(raw)
    return { kind: 'hello', ...data }
  }
  if (type === 'SessionEnded') return { kind: 'ended' }
  if (typeof raw === 'object' && raw !== null && 'position' in raw)
    return { kind: 'feed', item: sights.has(String(type)) ? Sight.parse(raw) : stored(raw) }
  return { kind: 'other', raw }
}

/** Whether an item is one of these; then its data is theirs. */
export const isOneOf = <Type extends FeedItem['type']>(
  item: FeedItem,
  types: readonly Type[],
): item is Extract<FeedItem, { type: Type }> => types.includes(item.type as Type)

export const isSight = (item: FeedItem): item is Sight => sights.has(item.type) && !('stream' in item)
