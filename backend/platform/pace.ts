import process from 'node:process'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { RequestCounter } from './request-counter.ts'

/**
 * Returns a function that paces work: its calls resolve one after another, each delayed until this thread was busy for
 * at most `busyShare` of the time since the previous call, so that requests get the rest. Busy time is processor time of
 * this thread, so that other programs of the machine do not slow the work down further.
 */
export const paceWork = (busyShare: number) => {
  let mark = { processor: process.threadCpuUsage(), at: performance.now() }
  const turn = async () => {
    await nextTurn()
    const { user, system } = process.threadCpuUsage(mark.processor)
    const wait = (user + system) / 1000 / busyShare - (performance.now() - mark.at)
    if (wait >= 1) await pause(wait)
    mark = { processor: process.threadCpuUsage(), at: performance.now() }
  }
  let last = Promise.resolve()
  return (): Promise<void> => {
    last = last.then(turn)
    return last
  }
}

/**
 * Returns a function that yields to requests: its calls resolve one after another, each when no request is open, or after
 * `maxMs` milliseconds. They wait for at most half of the time, so that the work proceeds on a busy server too. `now`
 * returns milliseconds.
 */
export const yieldTo = (
  requests: Pick<RequestCounter, 'waitUntilIdle'>,
  maxMs: number,
  now: () => number = () => performance.now(),
) => {
  const begunAt = now()
  let waitedMs = 0
  const turn = async () => {
    await nextTurn()
    const since = now()
    if (waitedMs > (since - begunAt) / 2) return
    await requests.waitUntilIdle(maxMs)
    waitedMs += now() - since
  }
  let last = Promise.resolve()
  return (): Promise<void> => {
    last = last.then(turn)
    return last
  }
}

/** Timers are too inaccurate for shorter pauses, which accumulate until they reach this length. */
const leastMs = 5

/**
 * Returns a function that limits a transfer to `bytesPerSecond`: it takes the number of bytes since its last call, and
 * resolves when the next ones may follow.
 */
export const limitRate = (bytesPerSecond: number) => {
  const began = performance.now()
  let bytes = 0
  return async (more: number): Promise<void> => {
    bytes += more
    const wait = began + (bytes / bytesPerSecond) * 1000 - performance.now()
    if (wait >= leastMs) await pause(wait)
  }
}
