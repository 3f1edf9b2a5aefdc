import { once } from 'node:events'
import { type EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client'
import type { ReadAllOptions, RecordedEvent } from './index.ts'
import { recorded } from './recorded.ts'

const pageSize = 2000

/** Events from a position on (inclusive), the store's own among them. */
export const readPage = async (client: EventStoreDBClient, from: bigint | undefined): Promise<RecordedEvent[]> => {
  const fromPosition = from === undefined ? START : { commit: from, prepare: from }
  const events: RecordedEvent[] = []
  const reading = client.readAll({ direction: FORWARDS, fromPosition, maxCount: pageSize })
  // As they come: to await each of them costs as much as reading it.
  reading.on('data', ({ event }) => {
    if (event) events.push(recorded(event))
  })
  await once(reading, 'end')
  return events
}

/** `EventStore.readAll`, by pages that each begin with the last event of the one before. */
export async function* readAll(
  { after, until }: ReadAllOptions,
  page: (from: bigint | undefined) => Promise<RecordedEvent[]>,
): AsyncGenerator<RecordedEvent[]> {
  for (let at = after; ; ) {
    const events = await page(at)
    const last = events.at(-1)?.position
    const before = at ?? -1n
    yield events.filter(({ position, stream }) => position > before && position <= until && !stream.startsWith('$'))
    if (last === undefined || last === at || last >= until) return
    at = last
  }
}
