import { z } from 'zod'
import { Envelope } from '#domain/metadata.ts'
import type { StoredEvent } from './event-types.ts'
import { type Message, visibilityChangeTypes } from './messages.ts'

const VisibilityChange = z.object({
  type: z.enum(['ItemGone', 'ItemShown']),
  position: z.string(),
  data: z.object({ id: z.string() }),
})

const Hello = z.object({
  type: z.literal('Hello'),
  data: z.object({ position: z.string(), userId: z.string(), anew: z.boolean().default(false) }),
})

/** An event type of a newer server is unknown to this build, so no reader handles it. */
const stored = (raw: unknown) => Envelope.parse(raw) as StoredEvent

/**
 * Parses one message of the socket. A message outside the feed is passed on unparsed: a newer server may send unknown
 * messages.
 */
export const parseMessage = (raw: unknown): Message => {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined
  if (type === 'Hello') {
    const { position, userId, anew: isNewLog } = Hello.parse(raw).data
    return { kind: 'hello', position, userId, isNewLog }
  }
  if (type === 'SessionEnded') return { kind: 'ended' }
  if (typeof raw === 'object' && raw !== null && 'position' in raw)
    return { kind: 'feed', item: visibilityChangeTypes.has(String(type)) ? VisibilityChange.parse(raw) : stored(raw) }
  return { kind: 'other', raw }
}
