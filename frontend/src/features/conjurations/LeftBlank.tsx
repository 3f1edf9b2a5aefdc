import { useEffect } from 'react'
import { discardLeft } from './begun.ts'
import { useDiscarding } from './use-discarding.ts'

/** Lore that a closed tab left blank goes once this one is looked at. Shows nothing. */
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
