import type { ReadEvent } from '@event-driven-io/emmett'
import { pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql'
import type pg from 'pg'
import { type ConjurationRow, conjurationsView } from '#projections/conjurations.ts'
import { fold } from '#projections/view.ts'
import { rebuildEmmett, type Told } from './emmett.ts'

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

export const rebuildEmmettView = (database: pg.ClientConfig): Promise<void> => rebuildEmmett(database, projection)
