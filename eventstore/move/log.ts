import type { WireEvent } from '../wire/read-call.ts'

/** An event as it is moved: the fields that are equal in all copies of a log. Data and metadata are bytes. */
export type MovedEvent = Pick<WireEvent, 'stream' | 'revision' | 'id' | 'type' | 'json' | 'data' | 'metadata'>

/** A log that is read: of a store or of a file. */
export interface Source {
  /** Name for messages; contains no secrets. */
  name: string
  /**
   * Reads the events that follow `tail`, the last events that the target has, in log order and in pages; everything
   * after an empty tail. Ends at the end of the log. Throws NotAPrefix if the log lacks these events in this order.
   */
  after(tail: readonly MovedEvent[]): AsyncIterable<MovedEvent[]>
  /** The share that has been read, from 0 to 1. */
  share(): number
  /** Streams with metadata of their own, which is not moved; complete once the whole log was read. */
  described(): readonly string[]
  close(): Promise<void>
}

/** A log that is added to. */
export interface Target {
  name: string
  /** The last events of the target, newest last: at least as many as may have been pending when a move broke off. */
  tail(): Promise<MovedEvent[]>
  /** Opens the target for appending the events that follow the tail. */
  open(): Promise<Appending>
  close(): Promise<void>
}

export interface Appending {
  /** Resolves when there is room for more events. Throws if this or any earlier append has failed. */
  append(events: readonly MovedEvent[]): Promise<void>
  /** Resolves when all events are stored durably; more may follow. */
  settled(): Promise<void>
  /** Waits like `settled`, and ends the target: no events may follow. */
  end(): Promise<void>
  /** Aborts; pending events may or may not be stored. */
  break(): void
  /** Number of durably stored events. */
  stored(): number
}

/** A log that cannot be moved; the message is for the operator. */
export class CannotMove extends Error {}

/** One log is not the beginning of the other. */
export class NotAPrefix extends CannotMove {}

/** A stream of the target does not have the revision that the source requires. */
export class OutOfStep extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`${stream} is not at the revision that the other log says`)
    this.stream = stream
  }
}

/**
 * Maximum of pending events at a target: comparing this many of its last ones detects whether it broke off in order.
 */
export const UNDER_WAY = 4096

export const placeOf = ({ stream, revision }: Pick<MovedEvent, 'stream' | 'revision'>): string =>
  `${stream}@${revision}`

export const isSame = (one: MovedEvent | undefined, other: MovedEvent | undefined): boolean =>
  one?.id === other?.id && one?.stream === other?.stream && one?.revision === other?.revision
