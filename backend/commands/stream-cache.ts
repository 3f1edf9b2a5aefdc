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

/** Streams used last, least recent first; `limit` counts events' commands, so that a few long streams cannot fill the memory. */
export const streamCache = (limit: number) => {
  const streams = new Map<string, { known: Known; weight: number }>()
  let total = 0
  const drop = (stream: string) => {
    total -= streams.get(stream)?.weight ?? 0
    streams.delete(stream)
  }

  return {
    get(stream: string): Known | undefined {
      const entry = streams.get(stream)
      if (!entry) return undefined
      streams.delete(stream)
      streams.set(stream, entry)
      return entry.known
    },

    set(stream: string, known: Known) {
      drop(stream)
      const weight = 1 + known.commands.size
      streams.set(stream, { known, weight })
      total += weight
      for (const oldest of streams.keys()) {
        if (total <= limit) return
        drop(oldest)
      }
    },
  }
}
