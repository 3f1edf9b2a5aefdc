import { type ComponentType, useCallback, useState } from 'react'
import type { WriterProps } from './editor/Writer.tsx'

/** The loaded component, cached for all texts of this tab. */
let loaded: ComponentType<WriterProps> | undefined

/** The editor component, loaded with the first touch; call `load` again after a failure. */
export const useWriter = () => {
  const [Writer, setWriter] = useState(() => loaded)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(async (): Promise<boolean> => {
    try {
      const { Writer: made } = await import('./editor/Writer.tsx')
      loaded = made
      setWriter(() => made)
      setFailed(false)
      return true
    } catch {
      setFailed(true)
      return false
    }
  }, [])
  return { Writer, hasFailed, load }
}
