import { z } from 'zod'
import { AdminEvent } from '#domain/me.ts'
import { Envelope } from '#domain/metadata.ts'

/** An item stopped (`ItemGone`) or began (`ItemShown`) to be visible to this user; its content is not in the message. */
const Sight = z.object({
  type: z.enum(['ItemGone', 'ItemShown']),
  position: z.string(),
  data: z.object({ id: z.string() }),
})
export type Sight = z.infer<typeof Sight>

const Hello = z.object({ type: z.literal('Hello'), data: z.object({ position: z.string(), userId: z.string() }) })
const Watched = z.object({ type: z.literal('WatchedEvent'), data: AdminEvent })

/** What a position may carry: a stored event, or a change of what the user may see. */
export type FeedItem = Envelope | Sight

export type Message =
  | { kind: 'feed'; item: FeedItem }
  | { kind: 'hello'; position: string; userId: string }
  | { kind: 'watched'; event: AdminEvent }
  | { kind: 'ended' }
  | { kind: 'other' }

const sights = new Set(['ItemGone', 'ItemShown'])

/** Reads one message of the socket. Kinds that are unknown are passed over: a newer server may have more to say. */
export const readMessage = (raw: unknown): Message => {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined
  if (type === 'Hello') {
    const { data } = Hello.parse(raw)
    return { kind: 'hello', ...data }
  }
  if (type === 'WatchedEvent') return { kind: 'watched', event: Watched.parse(raw).data }
  if (type === 'SessionEnded') return { kind: 'ended' }
  if (typeof raw === 'object' && raw !== null && 'position' in raw)
    return { kind: 'feed', item: sights.has(String(type)) ? Sight.parse(raw) : Envelope.parse(raw) }
  return { kind: 'other' }
}

export const isSight = (item: FeedItem): item is Sight => sights.has(item.type) && !('stream' in item)
