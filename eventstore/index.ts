/** The port through which all code reaches events. Its one adapter is `client.ts`; nothing else speaks the wire protocol. */

export interface NewEvent {
  /** UUID. A repeated append of the same ids at the same revision returns the result of the first one. */
  id: string
  type: string
  data: unknown
  metadata: Record<string, unknown>
}

export interface RecordedEvent extends NewEvent {
  stream: string
  /** Index in its stream, from 0. */
  revision: bigint
  /** Position in the whole log: ascending, with gaps. */
  position: bigint
  /** Time at which the store wrote the event. The time at which it happened is in its metadata. */
  created: Date
  /** The data as stored, if `data` was decrypted after the read. */
  stored?: unknown
}

/** The writer's expectation of the stream's last revision: a revision, none yet, or any. */
export type Expected = bigint | 'none' | 'any'

export interface Appended {
  /** Log position of the last event appended. */
  position: bigint
  /** Stream revision of the last event appended. */
  revision: bigint
}

/** A concurrent write came first: read the newer events, and decide again. */
export class RevisionConflict extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`${stream} is not at the expected revision`)
    this.stream = stream
  }
}

/** The store did not answer in time or could not be reached. An append that fails so may still have happened: retry with the same ids. */
export class EventStoreUnavailable extends Error {}

export interface ReadOptions {
  /** First revision to read (inclusive). Default 0, or the end when backwards. */
  from?: bigint
  limit?: number
  backwards?: boolean
  /** Omits the query for the stream's last revision, which a full page needs: `revision` is then the highest revision that was read. */
  pageOnly?: boolean
}

/** A page of the log: its events, and the position up to which the log has been considered, including events that a filter omits. */
export interface Batch {
  events: RecordedEvent[]
  position: bigint
  /** True once the subscription has reached the end of the log and is live. */
  live: boolean
}

export interface SubscribeOptions {
  /** Exclusive. Omit to start at the beginning. */
  after?: bigint
  /** Maximum number of events in a batch. Default 500. */
  batch?: number
  signal: AbortSignal
}

export interface ReadAllOptions {
  /** Exclusive. Omit to start at the beginning. */
  after?: bigint
  /** The last position (inclusive). */
  until: bigint
}

/** A period in which calls to the store had to be repeated, from the first such call to the end of the last. */
export interface Outage {
  /** Milliseconds from the start of the first repeated call until all of them were settled. */
  ms: number
  /** Number of repeated calls, and the total number of their repeats. */
  calls: number
  repeats: number
  /** The number of these calls that failed in the end. */
  givenUp: number
  /** Duration of the slowest of these calls, in milliseconds. */
  longest: number
}

/** Receives a connection's state changes, for logs and metrics. Must not throw. */
export interface StoreObserver {
  /** The store is unreachable, or was; called once until it answers again. */
  lost?(): void
  /** A call is repeated: its previous attempt failed, or is not answered yet. */
  repeated?(): void
  /** All repeated calls are settled. */
  recovered?(outage: Outage): void
}

export interface EventStore {
  /** A stream's events in order; `revision` is the stream's last, or -1n when it does not exist. See `pageOnly`. */
  read(stream: string, options?: ReadOptions): Promise<{ events: RecordedEvent[]; revision: bigint }>
  /** Throws RevisionConflict when `expected` does not hold. Unknown outcomes are retried inside, with the same ids. */
  append(stream: string, events: NewEvent[], expected: Expected): Promise<Appended>
  /**
   * Yields the events of all streams except the store's own (`$…`) in log order, in batches of those that have arrived. Resumes after a
   * lost connection; ends only when `signal` aborts. A batch may be empty (a checkpoint).
   */
  subscribe(options: SubscribeOptions): AsyncIterable<Batch>
  /**
   * Every event of every stream except the store's own, in log order, in pages; read from the log itself, not from a
   * cache of written events.
   */
  readAll(options: ReadAllOptions): AsyncIterable<RecordedEvent[]>
  /** The position of the log's last event, 0n when empty. */
  head(): Promise<bigint>
  /** The id of the event at a log position; undefined if there is none. A single attempt that ignores `guard`. */
  idAt(position: bigint): Promise<string | undefined>
  /**
   * Runs `check` before any other call to a store that was unreachable in between, since it may be another one. While
   * it throws, all calls fail with its error. Call the returned function to run it again.
   */
  guard(check: () => Promise<void>): () => void
  close(): Promise<void>
}
