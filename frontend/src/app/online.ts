import { useSyncExternalStore } from 'react'

/** Whether the browser knows that there is no connection. That it knows of none missing does not say that there is one. */
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

/** Resolves when a retry is worthwhile: when the network returns, after 4 s, or after as many seconds as the server asked to wait. */
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
