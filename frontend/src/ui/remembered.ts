import { useSyncExternalStore } from 'react'

/** A text that lasts as long as the tab is open, for links back to what was looked at last: `undefined` until it is set. */
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
