import { useSyncExternalStore } from 'react'

/** Creates a store for a text, such as the last opened item, until the page is reloaded. It is `undefined` until it is set. */
export const remembered = () => {
  let current: string | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    set(value: string): void {
      if (current === value) return
      current = value
      for (const listener of listeners) listener()
    },
    use: (): string | undefined => useSyncExternalStore(subscribe, () => current),
  }
}
