import { setTimeout as after } from 'node:timers/promises'

/**
 * Bounds the wait for a provider that neither answers nor heeds its signal, so that it does not occupy a worker
 * indefinitely.
 */
export const answered = async <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> => {
  const ended = new AbortController()
  try {
    const silence = after(2 ** 31 - 1, undefined, { signal: AbortSignal.any([signal, ended.signal]) })
    return (await Promise.race([answer, silence])) as T
  } finally {
    ended.abort()
  }
}
