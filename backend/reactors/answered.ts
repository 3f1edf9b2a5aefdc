import { setTimeout as after } from 'node:timers/promises'

/** A provider that never answers, and does not heed its signal either, must not hold a worker for ever. */
export const answered = async <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> => {
  const ended = new AbortController()
  try {
    const silence = after(2 ** 31 - 1, undefined, { signal: AbortSignal.any([signal, ended.signal]) })
    return (await Promise.race([answer, silence])) as T
  } finally {
    ended.abort()
  }
}
