import { type Decider, type Schemas, stateOf } from '#domain/decider.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'

const page = 500

/** What a stream was just before one of its events, and just after it. */
export async function statesAround<C extends Schemas, E extends Schemas, State>(
  store: Pick<EventStore, 'read'>,
  decider: Decider<C, E, State>,
  stream: string,
  revision: number,
): Promise<{ before: State; after: State }> {
  const { evolve } = decider
  let before = decider.initial
  for (let from = 0; ; from += page) {
    const limit = Math.min(page, revision + 1 - from)
    const events = (await store.read(stream, { from: BigInt(from), limit })).events.map(upcast)
    const isLast = from + limit > revision
    before = stateOf({ initial: before, evolve }, isLast ? events.slice(0, -1) : events)
    if (isLast) return { before, after: stateOf({ initial: before, evolve }, events.slice(-1)) }
  }
}
