import { EventStoreDBClient, type JSONType, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { NewEvent } from '../../../../eventstore/index.ts'

/** The same event store by `@eventstore/db-client` as it comes: what the port's own lane for appends saves. */
export function libraryStore(url: string) {
  const client = new EventStoreDBClient({ endpoint: url }, { insecure: true })
  return {
    async append(stream: string, events: readonly NewEvent[], version: number): Promise<void> {
      const proposed = events.map(({ id, type, data, metadata }) =>
        jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType }),
      )
      await client.appendToStream(stream, proposed, {
        expectedRevision: version === 0 ? NO_STREAM : BigInt(version - 1),
      })
    },
    close: () => client.dispose(),
  }
}
