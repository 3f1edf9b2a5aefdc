/** The result of a command: the last event's position, and the number of its events (0 if it decided nothing). */
export interface Outcome {
  /** Log position, at which the command's effects are visible in views. */
  position: bigint
  /** Stream revision, -1n when the stream does not exist. */
  revision: bigint
  events: number
  /** When the last of them happened, in milliseconds; absent where the stream does not exist. */
  at?: number
}

/** A stream as far as this process has read it. */
export interface CachedStream {
  state: unknown
  revision: bigint
  /** Id of the last event read; empty when there is none. */
  lastId: string
  /** Log position of the last event read; 0n when there is none. */
  position: bigint
  /** When the last event happened, in milliseconds since 1970; 0 when there is none. */
  at: number
  /** Results of the stream's commands by command id. */
  commands: Map<string, Outcome>
  /** Commands of more than seven days ago are not among them. */
  isPruned: boolean
  /** Bytes of its state, about, where those are many. */
  bytes: number
  /** Revision of its last snapshot. */
  savedAt: bigint
}
