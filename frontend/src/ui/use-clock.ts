import { useEffect, useState } from 'react'

/** The time in milliseconds, updated every `everyMs`. */
export const useClock = (everyMs: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
