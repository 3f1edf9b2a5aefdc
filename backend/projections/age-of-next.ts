import type { EventStore } from '#eventstore'

/** Seconds since the first event after a position was recorded; 0 where there is none. */
export const ageOfNext = async (store: Pick<EventStore, 'subscribe'>, after: bigint): Promise<number> => {
  const enough = new AbortController()
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(2_000)])
  try {
    for await (const { events, live } of store.subscribe({ ...(after > 0n ? { after } : {}), batch: 1, signal })) {
      const [next] = events
      if (next) return Math.max(Date.now() - next.created.getTime(), 0) / 1000
      if (live) return 0
    }
    throw new Error('The event store did not hand over an event in time')
  } finally {
    enough.abort()
  }
}
