import { useSyncExternalStore } from 'react'

/** The user whose events were looked at last, for as long as the tab is open: the way back to them. */
let chosen: string | undefined
const listeners = new Set<() => void>()

export const chooseUser = (id: string): void => {
  if (chosen === id) return
  chosen = id
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useChosenUser = (): string | undefined => useSyncExternalStore(subscribe, () => chosen)
