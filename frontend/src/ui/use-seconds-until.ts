import { useEffect, useReducer } from 'react'

/** Whole seconds until a time in milliseconds, counted down; 0 once it has come. */
export const useSecondsUntil = (at: number): number => {
  const [, countDown] = useReducer((count: number) => count + 1, 0)
  const seconds = Math.max(0, Math.ceil((at - Date.now()) / 1000))
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(countDown, 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return seconds
}
