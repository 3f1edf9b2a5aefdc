import type { z } from 'zod'
import { type KeyOwner, withErasable, withoutErasable } from '#domain/erasable.ts'
import type { EventStore, NewEvent } from '#eventstore'
import { seal, unseal } from './cipher.ts'
import type { SealingKeys } from './keys.ts'

/** The encrypted part of an event, in addition to its plain fields. */
interface Sealed {
  sealed: { key: string; text: string }
}

const isSealed = (data: unknown): data is Sealed & Record<string, unknown> =>
  data !== null && typeof data === 'object' && 'sealed' in data

/** An event to append, the schema of its data, and the owner of the key that encrypts its erasable part. */
export interface Owned {
  event: NewEvent
  schema: z.ZodType
  owner: KeyOwner
}

/** Replaces the erasable part of each event by its encrypted form, bound to the event's id: it cannot be moved to another event. */
export const sealEvents = (keys: Pick<SealingKeys, 'of'>, events: readonly Owned[]): Promise<NewEvent[]> =>
  Promise.all(
    events.map(async ({ event, schema, owner }) => {
      const split = withoutErasable(schema, event.data)
      if (!split) return event
      const { id, key } = await keys.of(owner)
      return { ...event, data: { ...split.rest, sealed: { key: id, text: seal(key, split.part, event.id) } } }
    }),
  )

type Stored = Pick<NewEvent, 'id' | 'data'>

const unsealEvents = async <Event extends Stored>(
  keys: Pick<SealingKeys, 'byId'>,
  events: Event[],
): Promise<Event[]> => {
  const named = new Set(events.flatMap(({ data }) => (isSealed(data) ? data.sealed.key : [])))
  if (named.size === 0) return events
  const known = await keys.byId(named)
  return events.map((event) => {
    if (!isSealed(event.data)) return event
    const { sealed, ...rest } = event.data
    const key = known.get(sealed.key)
    const data = key ? withErasable(rest, unseal(key, sealed.text, event.id) as Record<string, unknown>) : rest
    return { ...event, data, stored: event.data }
  })
}

/** The event store with decrypted events, as all other code uses it. Erased fields are empty. */
export const decryptingStore = (store: EventStore, keys: Pick<SealingKeys, 'byId'>): EventStore => ({
  ...store,
  async read(stream, options) {
    const { events, revision } = await store.read(stream, options)
    return { events: await unsealEvents(keys, events), revision }
  },
  async *readAll(options) {
    for await (const events of store.readAll(options)) yield await unsealEvents(keys, events)
  },
  async *subscribe(options) {
    for await (const batch of store.subscribe(options))
      yield { ...batch, events: await unsealEvents(keys, batch.events) }
  },
})
