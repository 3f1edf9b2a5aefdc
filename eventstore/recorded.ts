import type { AllStreamRecordedEvent, RecordedEvent as ClientEvent } from '@eventstore/db-client'
import type { RecordedEvent } from './index.ts'

/** An event as the port gives it. Data of events that others wrote may be bytes. */
export const recorded = (event: ClientEvent | AllStreamRecordedEvent): RecordedEvent => ({
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: isRecord(event.metadata) ? event.metadata : {},
  stream: event.streamId,
  revision: event.revision,
  position: event.position?.commit ?? 0n,
  created: event.created,
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !(value instanceof Uint8Array)
