/** The result of a command: the last event's position, and the number of its events (0 if it decided nothing). */
export interface Outcome {
  /** Log position, at which the command's effects are visible in views. */
  position: bigint
  /** Stream revision, -1n when the stream does not exist. */
  revision: bigint
  events: number
  /** Time of the stream's last event in milliseconds since 1970; absent if the stream does not exist. */
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
  /** True if `commands` no longer contains results that are older than seven days. */
  isPruned: boolean
  /** Approximate size of the state in bytes; 0 if the decider does not report it. */
  bytes: number
  /** Revision of its last snapshot. */
  savedAt: bigint
}
