import type { EventStore, RecordedEvent } from '#eventstore'

/** The whole log as a subscriber is given it: every event that was in it when the subscription caught up. */
export async function readLog(store: Pick<EventStore, 'subscribe'>): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  const end = new AbortController()
  for await (const batch of store.subscribe({ batch: 2000, signal: end.signal })) {
    for (const event of batch.events) events.push(event)
    if (batch.live) end.abort()
  }
  return events
}
