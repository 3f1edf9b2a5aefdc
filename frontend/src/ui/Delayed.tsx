import { type ReactNode, useEffect, useState } from 'react'

/** Shows its children only after a delay: content that arrives within 150 ms needs no skeleton. */
export const Delayed = ({ ms = 150, children }: { ms?: number; children: ReactNode }) => {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isDue ? children : null
}
