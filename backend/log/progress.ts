/** Reports the progress of a task. */
export interface Progress {
  /** Adds to the number of completed events. */
  add(events: number): void
  /** Prints the final number of events, the duration and the rate. */
  end(): void
}

const everyMs = 2_000

/** Prints periodically the number of events, the rate, and the remaining time by the completed `share` (0 to 1). */
export function startProgress(
  what: string,
  share: () => number,
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): Progress {
  const began = now()
  const shareAtFirst = share()
  let [events, reportedAt] = [0, began]
  const seconds = () => Math.max(now() - began, 1) / 1000
  const rate = () => `${grouped(Math.round(events / seconds()))} a second`
  return {
    add(more) {
      events += more
      if (now() - reportedAt < everyMs) return
      reportedAt = now()
      const done = (share() - shareAtFirst) / (1 - shareAtFirst)
      const left = done > 0 && done <= 1 ? `, ${duration((seconds() * (1 - done)) / done)} left` : ''
      const part = done > 0 && done <= 1 ? `, ${Math.floor(done * 100)} %` : ''
      print(`${what}: ${grouped(events)} events, ${rate()}${part}${left}`)
    },
    end() {
      print(`${what}: ${grouped(events)} events in ${duration(seconds())}, ${rate()}`)
    },
  }
}

export const grouped = (count: number): string => count.toLocaleString('en-US')

/** `42 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
