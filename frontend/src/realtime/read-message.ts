import { z } from 'zod'
import { Envelope } from '#domain/metadata.ts'
import type { StoredEvent } from './event-types.ts'
import { type Message, sights } from './messages.ts'

const Sight = z.object({
  type: z.enum(['ItemGone', 'ItemShown']),
  position: z.string(),
  data: z.object({ id: z.string() }),
})

const Hello = z.object({
  type: z.literal('Hello'),
  data: z.object({ position: z.string(), userId: z.string(), anew: z.boolean().default(false) }),
})

/** A type that a newer server brings is no type that is known here, so nothing here answers to it. */
const stored = (raw: unknown) => Envelope.parse(raw) as StoredEvent

/** Reads one message of the socket. A message outside the feed goes to other readers, or to none: a newer server may send unknown messages. */
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
