import { type Decider, type Schemas, stateOf } from '#domain/decider.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import { readSize } from '../../commands/read-size.ts'
import { foldInSlices } from '../../platform/fold-in-slices.ts'

export type Reads = Pick<EventStore, 'read'>

/** Upcasts an event, and adds its time to the metadata, from which `evolve` reads it. */
export const asHappened = (event: RecordedEvent) => {
  const { type, data } = upcast(event)
  return { type, data, metadata: { at: happenedAt(event).toISOString() } }
}

/**
 * Yields a stream's events up to a log position, page by page, so that other requests run in between. The next page is read while the
 * caller processes the current one.
 */
export async function* eventsUntil(store: Reads, stream: string, position: bigint, from = 0n) {
  const page = readSize()
  let [next, limit] = [from, page.size()]
  const read = () => store.read(stream, { from: next, limit, pageOnly: true })
  for (let reading = read(); ; ) {
    const { events } = await reading
    const past = events.filter((event) => event.position <= position)
    const isLast = past.length < limit
    if (!isLast) {
      page.learn(events)
      next += BigInt(events.length)
      limit = page.size()
      reading = read()
      // A failure is handled where the page is awaited; this catch avoids an unhandled rejection if it is not.
      reading.catch(() => undefined)
    }
    if (past.length > 0) yield past
    if (isLast) return
  }
}

/**
 * A stream's state at a log position, with the revision and time of its last event up to it; -1 and none before its
 * first event.
 */
export async function stateAt<C extends Schemas, E extends Schemas, State>(
  store: Reads,
  decider: Decider<C, E, State>,
  id: string,
  position: bigint,
): Promise<{ state: State; revision: number; at: string | null }> {
  let [state, revision, at]: [State, number, string | null] = [decider.initial, -1, null]
  for await (const events of eventsUntil(store, `${decider.category}-${id}`, position)) {
    const happened = events.map(asHappened)
    state = await foldInSlices(happened, state, (before, event) =>
      stateOf({ evolve: decider.evolve, initial: before }, [event]),
    )
    revision += events.length
    at = happened.at(-1)?.metadata.at ?? at
  }
  return { state, revision, at }
}
