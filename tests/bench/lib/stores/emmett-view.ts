import { randomUUID } from 'node:crypto'
import type { ReadEvent } from '@event-driven-io/emmett'
import { pongoSingleStreamProjection, rebuildPostgreSQLProjections } from '@event-driven-io/emmett-postgresql'
import type pg from 'pg'
import { type ConjurationRow, conjurationsView } from '#projections/conjurations.ts'
import { fold } from '#projections/view.ts'
import { connectionString } from './emmett.ts'

type Told = { type: string; data: Record<string, unknown>; metadata: Record<string, unknown> }

/** Our view of lore as emmett's documents: the same rows by the same fold, one document for each stream. */
const projection = pongoSingleStreamProjection<ConjurationRow, Told>({
  collectionName: 'conjurations',
  canHandle: Object.keys(conjurationsView.on),
  evolve(document: ConjurationRow | null, { type, data, metadata }: ReadEvent<Told>) {
    const { streamName, globalPosition, messageId, actor, ...rest } = metadata as Record<string, unknown>
    const event = {
      id: String(messageId),
      type,
      stream: String(streamName),
      position: String(globalPosition),
      at: '2026-11-21T00:00:00.000Z',
      data,
      metadata: { actor: String(actor), commandId: String(messageId), correlationId: String(messageId), ...rest },
    }
    return fold(conjurationsView, document ? [document] : [], event)[0] ?? null
  },
})

/** Rebuilds it from all events there are, in batches of a thousand and without a rest between them; under a new name, as a known one goes on where it ended. */
export async function rebuildEmmettView(database: pg.ClientConfig): Promise<void> {
  const consumer = rebuildPostgreSQLProjections({
    connectionString: connectionString(database),
    projections: [{ projection, processorId: randomUUID(), truncateOnStart: true }],
    pulling: { batchSize: 1000, pullingFrequencyInMs: 0 },
  })
  try {
    await consumer.start()
  } finally {
    await consumer.close()
  }
}
