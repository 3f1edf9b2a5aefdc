import { useEffect, useEffectEvent } from 'react'
import { watchUnsaved } from './unsaved.ts'

/** A field that saves itself: also when its screen goes or is put aside. Before the tab is closed on what is on its way, the browser asks. */
export const useUnsaved = (isUnsaved: () => boolean, save?: () => void): void => {
  const asked = useEffectEvent(isUnsaved)
  const saved = useEffectEvent(() => {
    if (isUnsaved()) save?.()
  })
  useEffect(() => {
    const stop = watchUnsaved({ isUnsaved: () => asked(), save: () => saved() })
    return () => {
      stop()
      saved()
    }
  }, [])
}
