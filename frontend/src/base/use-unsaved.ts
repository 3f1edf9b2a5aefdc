import { useEffect, useEffectEvent } from 'react'
import { watchUnsaved } from './unsaved.ts'

/**
 * Saves a field by itself, also when its component unmounts or the tab is hidden. Before a tab with unsaved input is
 * closed, the browser requests a confirmation.
 */
export const useUnsaved = (isUnsaved: () => boolean, save?: () => void): void => {
  const check = useEffectEvent(isUnsaved)
  const saved = useEffectEvent(() => {
    if (isUnsaved()) save?.()
  })
  useEffect(() => {
    const stop = watchUnsaved({ isUnsaved: () => check(), save: () => saved() })
    return () => {
      stop()
      saved()
    }
  }, [])
}
