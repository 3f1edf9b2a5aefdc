import { useSyncExternalStore } from 'react'

/** The account that was looked at last, with its moment, for as long as the tab is open: the way back to it. */
let opened: string | undefined
const listeners = new Set<() => void>()

export const rememberOpened = (path: string): void => {
  if (opened === path) return
  opened = path
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Its path, or undefined before any was opened. */
export const useOpened = (): string | undefined => useSyncExternalStore(subscribe, () => opened)
