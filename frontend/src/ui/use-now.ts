import { useSyncExternalStore } from 'react'

let now = Date.now()
const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (ticking === undefined) now = Date.now()
  ticking ??= setInterval(() => {
    now = Date.now()
    for (const notify of listeners) notify()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}
const idle = () => () => {}

/** The time in milliseconds, updated every second by one clock for all timers. Paused while not `running`. */
export const useNow = (running: boolean): number => useSyncExternalStore(running ? subscribe : idle, () => now)
