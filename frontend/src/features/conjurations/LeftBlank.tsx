import { useEffect } from 'react'
import { discardLeft } from './begun.ts'
import { useDiscarding } from './use-discarding.ts'

/** Discards blank lore of closed tabs once this tab is focused. Renders nothing. */
export const LeftBlank = () => {
  const discard = useDiscarding()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void discardLeft(discard)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return null
}
