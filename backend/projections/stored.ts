import { happenedAt } from '#domain/happened-at.ts'
import { type Envelope, Metadata } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import type { RecordedEvent } from '#eventstore'

/** An event as the projector handles it: the envelope for views, and its numeric position. */
export interface Stored {
  event: Envelope
  position: bigint
  revision: bigint
  /** The stored event before upcasting, to which its audit link refers. */
  recorded: RecordedEvent
}

/** Events of other programs may lack our metadata: then the actor is the system, and the event's id is its command and correlation id. */
export const stored = (recorded: RecordedEvent): Stored => {
  const { id, type, stream, position, revision, data, metadata } = upcast(recorded)
  const known = Metadata.safeParse(metadata)
  return {
    event: {
      id,
      type,
      stream,
      position: String(position),
      at: happenedAt(recorded).toISOString(),
      data,
      metadata: known.success ? known.data : { actor: 'system', commandId: id, correlationId: id },
    },
    position,
    revision,
    recorded,
  }
}

/** JSON for jsonb, which excludes some of JavaScript's strings: NUL and unpaired surrogates become U+FFFD. */
export const toJsonb = (value: unknown): string => {
  const json = JSON.stringify(value)
  return /\\u(?:0000|d[89a-f])/.test(json)
    ? JSON.stringify(value, (_key, part) =>
        typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part,
      )
    : json
}
