import { secondsOf } from '../base/problem.ts'

/** Resolves after the server's Retry-After time, or when aborted. */
export const waitFor = (error: unknown, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000 * (secondsOf(error) ?? 10))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
