import type { EventStoreDBClient } from '@eventstore/db-client'
import type { ReadAllOptions, RecordedEvent } from './index.ts'
import { readWhole } from './reads.ts'
import { recorded } from './recorded.ts'

const pageSize = 2000n

/** Events from a position on (inclusive), the store's own among them. */
export const readPage = async (client: EventStoreDBClient, from: bigint | undefined): Promise<RecordedEvent[]> =>
  (await readWhole(client, { from: from ?? 'edge', count: pageSize })).map(recorded)

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
