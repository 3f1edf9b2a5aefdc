import { type Decider, type Schemas, stateOf } from '#domain/decider.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'

const page = 500

/**
 * The states of a stream just before and just after one of its events, and its present one; from a single read, since
 * reads are queued.
 */
export async function statesAround<C extends Schemas, E extends Schemas, State>(
  store: Pick<EventStore, 'read'>,
  decider: Decider<C, E, State>,
  stream: string,
  revision: number,
): Promise<{ before: State; after: State; now: State }> {
  const { evolve } = decider
  let before = decider.initial
  let after = decider.initial
  let now = decider.initial
  for (let from = 0; ; from += page) {
    const events = (await store.read(stream, { from: BigInt(from), limit: page, pageOnly: true })).events.map(upcast)
    for (const [n, event] of events.entries()) {
      if (from + n === revision) before = now
      now = stateOf({ initial: now, evolve }, [event])
      if (from + n === revision) after = now
    }
    if (events.length < page) return { before, after, now }
  }
}
