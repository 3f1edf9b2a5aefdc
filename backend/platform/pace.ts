import { setTimeout as pause } from 'node:timers/promises'

/** Shorter pauses are later than they are long. */
const leastMs = 5

/** Returns a function that resolves no sooner than so many bytes a second allow, with how many bytes were read since its last call. */
export const pace = (bytesPerSecond: number) => {
  const began = performance.now()
  let bytes = 0
  return async (more: number): Promise<void> => {
    bytes += more
    const wait = began + (bytes / bytesPerSecond) * 1000 - performance.now()
    if (wait >= leastMs) await pause(wait)
  }
}
