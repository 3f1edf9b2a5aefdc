import { randomUUID } from 'node:crypto'

/** An event as a writer proposes it. Text stays as UTF-8 bytes: nothing here reads it. */
export interface Proposal {
  /** UUID, 16 bytes. */
  id: Buffer
  type: Buffer
  /** True if the writer declared `data` as JSON. */
  json: boolean
  data: Buffer
  metadata: Buffer
}

/** A stored event. */
export interface Row extends Proposal {
  /** Position in the log: from 1, ascending, with gaps. */
  position: bigint
  stream: Buffer
  revision: bigint
  /** Microseconds since 1970. */
  created: number
}

/** The writer's expectation of the stream's last revision. */
export type Expected = bigint | 'none' | 'any' | 'exists'

/** The revision of a tombstone, after which nothing follows. */
export const TOMBSTONE = 2n ** 63n - 1n

/** Bytes that count against the size limit of an append: those of `data` alone, as in EventStoreDB. */
export const sizeOf = (event: Proposal): number => event.data.length

/** Largest append, in bytes of data. EventStoreDB's default. */
export const MAX_APPEND_SIZE = 1_048_576

/** Estimated bytes of memory that an event occupies while it waits, with some for overhead. */
export const weightOf = (event: Proposal): number => event.data.length + event.metadata.length + event.type.length + 64

/** Maximum weight of an append, to limit memory: metadata and the number of events have no limits of their own. */
export const MAX_APPEND_WEIGHT = 16 * 1024 * 1024

/** The id of an event that the store writes itself. */
export const newEventId = (): Buffer => Buffer.from(randomUUID().replaceAll('-', ''), 'hex')
