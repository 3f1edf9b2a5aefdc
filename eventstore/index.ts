/** The port through which all code reaches events. Its one adapter is `client.ts`; nothing else speaks the wire protocol. */

export interface NewEvent {
  /** UUID. Appending the same ids again at the same place is answered as the first append was. */
  id: string
  type: string
  data: unknown
  metadata: Record<string, unknown>
}

export interface RecordedEvent extends NewEvent {
  stream: string
  /** Place in its stream, from 0. */
  revision: bigint
  /** Place in the whole log: rises, with gaps. */
  position: bigint
  /** When the store wrote it. When it happened, its metadata says. */
  created: Date
  /** Its data as they are stored, where they were opened on their way here. */
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
  /** Leaves the stream's last revision unasked, which costs a call of its own where a page is full: `revision` says how far was read. */
  pageOnly?: boolean
}

/** A page of the log: its events, and how far the log has been considered (events that a filter left out included). */
export interface Batch {
  events: RecordedEvent[]
  position: bigint
  /** True once the subscription has reached the end of the log and is live. */
  live: boolean
}

export interface SubscribeOptions {
  /** Exclusive. Omit to start at the beginning. */
  after?: bigint
  /** Most events handed over at once. Default 500. */
  batch?: number
  signal: AbortSignal
}

export interface ReadAllOptions {
  /** Exclusive. Omit to start at the beginning. */
  after?: bigint
  /** The last position (inclusive). */
  until: bigint
}

/** A time in which calls of the store had to be made again, from the first such call to the answer of the last. */
export interface Outage {
  /** Milliseconds from the first loss, or from the first call that waited too long, to the end. */
  ms: number
  /** Calls that were made more than once, and how often all of them were made again. */
  calls: number
  repeats: number
  /** The number of these calls that failed in the end. */
  givenUp: number
  /** Milliseconds that the one waited that waited longest. */
  longest: number
}

/** Receives a connection's state changes, for logs and metrics. Must not throw. */
export interface StoreObserver {
  /** The store is unreachable, or was; called once until it answers again. */
  lost?(): void
  /** A call is made again: the one before failed, or is not answered yet. */
  repeated?(): void
  /** Calls had to be made again, and all of them are settled. */
  recovered?(outage: Outage): void
}

export interface EventStore {
  /** A stream's events in order; `revision` is the stream's last, or -1n when it does not exist. See `pageOnly`. */
  read(stream: string, options?: ReadOptions): Promise<{ events: RecordedEvent[]; revision: bigint }>
  /** Throws RevisionConflict when `expected` does not hold. Unknown outcomes are retried inside, with the same ids. */
  append(stream: string, events: NewEvent[], expected: Expected): Promise<Appended>
  /**
   * Every event of every stream but the store's own (`$…`), in log order, in batches as large as what has arrived, forever.
   * A lost connection is resumed inside; ends only when `signal` aborts. A batch may be empty (a checkpoint).
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
