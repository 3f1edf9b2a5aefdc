/** What a command is answered with: the last event's place, and how many events it made (0 when it decided nothing). */
export interface Outcome {
  /** Log position, at which the command's effects are visible in views. */
  position: bigint
  /** Stream revision, -1n when the stream does not exist. */
  revision: bigint
  events: number
}

/** A stream as far as this process has read it. */
export interface Known {
  state: unknown
  revision: bigint
  /** Log position of the last event read; 0n when there is none. */
  position: bigint
  /** What became of the commands that made this stream, by command id. */
  commands: Map<string, Outcome>
}
