/** Counts the open requests of this process, so that background work can wait for them. */
export interface RequestCounter {
  /** Counts a request as open until the returned function is called; repeated calls have no effect. */
  begin(): () => void
  count(): number
  /** Resolves when no young request is open, or after `timeoutMs`. */
  waitUntilIdle(timeoutMs: number): Promise<void>
}

/** From this age in milliseconds a request waits for something other than this process: a text model, a slow client. */
const youngMs = 1_000

/** `now` returns milliseconds of a monotonic clock. */
export const createRequestCounter = (now: () => number = () => performance.now()): RequestCounter => {
  const begunAt = new Map<symbol, number>()
  const waiting = new Set<() => void>()
  const isIdle = () => [...begunAt.values()].every((at) => now() - at >= youngMs)
  return {
    begin() {
      const request = Symbol('request')
      begunAt.set(request, now())
      return () => {
        if (begunAt.delete(request) && isIdle()) for (const resolve of waiting) resolve()
      }
    },
    count: () => begunAt.size,
    async waitUntilIdle(timeoutMs) {
      if (isIdle()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeoutMs)
      waiting.add(resolve)
      await promise
      waiting.delete(resolve)
      clearTimeout(timer)
    },
  }
}
