import { type Decider, type Schemas, stateOf } from '#domain/decider.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'

const page = 500

/** What a stream was just before one of its events. */
export async function stateBefore<C extends Schemas, E extends Schemas, State>(
  store: Pick<EventStore, 'read'>,
  decider: Decider<C, E, State>,
  stream: string,
  revision: number,
): Promise<State> {
  let state = decider.initial
  for (let from = 0; from < revision; from += page) {
    const { events } = await store.read(stream, { from: BigInt(from), limit: Math.min(page, revision - from) })
    state = stateOf({ initial: state, evolve: decider.evolve }, events.map(upcast))
  }
  return state
}
