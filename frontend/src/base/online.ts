import { useSyncExternalStore } from 'react'

/** Returns true if the browser reports no connection. The opposite does not prove that there is one. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

const retryMs = 4_000

/**
 * Resolves when a retry is worthwhile: when the network returns, after 4 s, or after the server's Retry-After seconds.
 */
export const reachable = (seconds?: number): Promise<void> =>
  new Promise((resolve) => {
    if (seconds !== undefined) {
      setTimeout(resolve, seconds * 1000)
      return
    }
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, retryMs)
    addEventListener('online', go)
  })
