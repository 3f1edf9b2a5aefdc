import { categoryOf } from '#domain/metadata.ts'
import type { RecordedEvent } from '#eventstore'

/** PostgreSQL indexes values up to a third of its 8 KiB page. Names of our streams have at most 100 bytes. */
const mostStreamBytes = 1_000

const isSent = (metadata: unknown): boolean =>
  typeof metadata === 'object' &&
  metadata !== null &&
  'actor' in metadata &&
  'commandId' in metadata &&
  typeof metadata.actor === 'string' &&
  typeof metadata.commandId === 'string'

export type IsOwn = (event: Pick<RecordedEvent, 'stream' | 'data' | 'metadata'>) => boolean

/**
 * Recognises events of this program in an event store that other programs write to: their streams have these
 * categories, their data is an object, and their metadata names the actor and the command, as `dispatch` writes it.
 * Without `categories`, streams of any category and any metadata count. Type names prove nothing, since another program
 * may use them with other data.
 */
export const ownEvents =
  (categories?: ReadonlySet<string>): IsOwn =>
  ({ stream, data, metadata }) =>
    typeof data === 'object' &&
    data !== null &&
    Buffer.byteLength(stream) <= mostStreamBytes &&
    (categories === undefined || (categories.has(categoryOf(stream)) && isSent(metadata)))
