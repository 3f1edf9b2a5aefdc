import { secondsOf } from '../app/problem.ts'

/** Resolves when the server said that it takes more, or as soon as nobody waits any longer. */
export const waitFor = (error: unknown, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000 * (secondsOf(error) ?? 10))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
