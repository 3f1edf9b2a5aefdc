import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/** Registers started parts and stops them in reverse order. */
export interface Stopping {
  /** `timeoutMs` is the timeout of this part in ms, so that it cannot block the others from stopping. */
  add(name: string, stop: () => unknown, timeoutMs?: number): void
  /** Starts a part and registers it at once, so that `stop` also stops a part that is still starting. Rejects after `stop` was called. */
  run<Part extends { stop(): Promise<void> }>(
    name: string,
    start: () => Promise<Part>,
    timeoutMs?: number,
  ): Promise<Part>
  /**
   * Stops everything, once; later callers await the first call. A part that fails or times out is logged and skipped.
   */
  stop(): Promise<void>
}

/** Settles with `stop`, or resolves with a message for the log after `timeoutMs`. */
const bounded = async (stop: () => unknown, timeoutMs: number): Promise<string | undefined> => {
  const inTime = new AbortController()
  const late = pause(timeoutMs, 'A part did not stop in time', { signal: inTime.signal }).catch(() => undefined)
  try {
    return await Promise.race([Promise.resolve(stop()).then(() => undefined), late])
  } finally {
    inTime.abort()
  }
}

export function makeStopping(log: Log): Stopping {
  const parts: { name: string; stop: () => unknown; timeoutMs: number }[] = []
  let stopped: Promise<void> | undefined

  const stopAll = async () => {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const { name, stop, timeoutMs } = part
      try {
        const complaint = await bounded(stop, timeoutMs)
        if (complaint !== undefined) log.error({ part: name, timeoutMs }, complaint)
      } catch (error) {
        log.error({ part: name, err: error }, 'A part did not stop cleanly')
      }
    }
  }

  const add: Stopping['add'] = (name, stop, timeoutMs = 10_000) => void parts.push({ name, stop, timeoutMs })
  return {
    add,
    run(name, start, timeoutMs) {
      if (stopped !== undefined) return Promise.reject(new Error(`Stopping: ${name} is not started`))
      const starting = start()
      add(
        name,
        () =>
          starting.then(
            (part) => part.stop(),
            () => undefined,
          ),
        timeoutMs,
      )
      return starting
    },
    stop: () => (stopped ??= stopAll()),
  }
}
