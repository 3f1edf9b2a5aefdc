import type { Reaction } from './reactor.ts'

/** Runs paid work, and aborts its signal when the permitted time since its event is over. */
export type WithinWorkTime = <T>(
  reaction: Pick<Reaction, 'event' | 'now'>,
  ms: number,
  work: (over: AbortSignal) => Promise<T>,
) => Promise<T>

const tickMs = 250

/**
 * Work time is measured by the clock that dated the event, while this process runs. An interval in which the process
 * was suspended counts as two ticks at most, and one tick always follows it: an answer that arrived in that interval is
 * read before the time is over. An event may be dated ahead of the clock; the limit is `ms` all the same. `steady`
 * returns milliseconds of a monotonic clock.
 */
export const workTimeBy =
  (steady: () => number): WithinWorkTime =>
  async ({ event, now }, ms, work) => {
    const over = new AbortController()
    let left = Math.min(Date.parse(event.at) + ms - now(), ms)
    let last = steady()
    let timer: NodeJS.Timeout | undefined
    const wait = () => {
      if (left <= 0) return over.abort()
      timer = setTimeout(count, Math.min(left, tickMs))
    }
    const count = () => {
      const passed = steady() - last
      last += passed
      left = passed > 2 * tickMs ? Math.max(left - 2 * tickMs, tickMs) : left - passed
      wait()
    }
    wait()
    try {
      return await work(over.signal)
    } finally {
      clearTimeout(timer)
    }
  }

export const duringWorkTime = workTimeBy(() => performance.now())

/** Resolves to true as soon as `signal` is aborted, or to false when `answer` settles before that. `answer` does not reject. */
export const isOverFirst = (signal: AbortSignal, answer: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const end = () => resolve(true)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    void answer.then(() => {
      signal.removeEventListener('abort', end)
      resolve(false)
    })
  })
