import type pg from 'pg'
import type { EventStore } from '#eventstore'
import { projectionStatus } from './status.ts'

export interface Lag {
  /** The log position of the views. */
  position: bigint
  /** In units of log positions: events with the embedded event store, bytes with EventStoreDB. */
  positions: bigint
  /** Counted up to `most`, and extrapolated from the positions beyond. */
  events: number
  /** Age of the oldest unapplied event, by the store's timestamp: an imported log lags since its import. */
  seconds: number
}

const most = 500
const timeoutMs = 2_000

/** Events of the log that the views have not applied yet. Throws if the event store times out. */
export const lagOf = async (store: Pick<EventStore, 'head' | 'subscribe'>, pool: pg.Pool): Promise<Lag> => {
  // Reads the head first, so that events projected concurrently do not count as lag.
  const head = await store.head()
  const { position } = await projectionStatus(pool)
  if (head <= position) return { position, positions: 0n, events: 0, seconds: 0 }
  const enough = new AbortController()
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(timeoutMs)])
  const positions = head - position
  let events = 0
  let seconds = 0
  try {
    for await (const batch of store.subscribe({ ...(position > 0n ? { after: position } : {}), batch: most, signal })) {
      const [first] = batch.events
      if (events === 0 && first) seconds = Math.max(Date.now() - first.created.getTime(), 0) / 1000
      events += batch.events.length
      if (batch.position >= head || batch.live) return { position, positions, events, seconds }
      if (events >= most) {
        const apart = Number(batch.position - position) / events
        return { position, positions, events: Math.round(Number(positions) / apart), seconds }
      }
    }
    throw new Error('The event store did not hand over the next events in time')
  } finally {
    enough.abort()
  }
}
