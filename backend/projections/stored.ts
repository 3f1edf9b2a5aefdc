import { happenedAt } from '#domain/happened-at.ts'
import { type Envelope, Metadata } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import type { RecordedEvent } from '#eventstore'

/** An event as the projector handles it: what views see, and its place as a number. */
export interface Stored {
  event: Envelope
  position: bigint
  revision: bigint
  /** As it came, before it was lifted: what its link in the chain is of. */
  recorded: RecordedEvent
}

/** Events of other programs may lack our metadata: they count as the system's own, each its own cause. */
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

/** JSON for jsonb, which cannot hold what JavaScript's strings can: NUL and halves of characters become U+FFFD. */
export const toJsonb = (value: unknown): string => {
  const json = JSON.stringify(value)
  return /\\u(?:0000|d[89a-f])/.test(json)
    ? JSON.stringify(value, (_key, part) =>
        typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part,
      )
    : json
}
