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

/** What the writer believed the stream's last revision to be: a revision, none yet, or no matter. */
export type Expected = bigint | 'none' | 'any'

export interface Appended {
  /** Log position of the last event appended. */
  position: bigint
  /** Stream revision of the last event appended. */
  revision: bigint
}

/** Somebody else wrote first: read on from what you knew, and decide again. */
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
  /** Of these calls, those that were given up in the end. */
  givenUp: number
  /** Milliseconds that the one waited that waited longest. */
  longest: number
}

/** What a connection tells of itself, for logs and metrics. It must not throw. */
export interface StoreObserver {
  /** The store is out of reach, or was: told once until it answers again. */
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
   * Every event of every stream but the store's own, in log order, in pages: each as it stands in the log now, whatever the store
   * remembers of what it wrote.
   */
  readAll(options: ReadAllOptions): AsyncIterable<RecordedEvent[]>
  /** The position of the log's last event, 0n when empty. */
  head(): Promise<bigint>
  /** The id of the event at a position of the log; undefined when none is there. Asks once, whatever `guard` says. */
  idAt(position: bigint): Promise<string | undefined>
  /**
   * Has `check` done before anything else is asked of a store that was out of reach meanwhile: it may be another. What it throws is
   * what was asked for is answered with, until it does not throw. Call what it answers to have it done once more.
   */
  guard(check: () => Promise<void>): () => void
  close(): Promise<void>
}
