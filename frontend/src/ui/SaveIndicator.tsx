import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './save.module.css'
import { SavingStitches } from './Thread.tsx'

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

export interface SaveTexts {
  saving: string
  saved: string
  failed: string
}

const savedMs = 15_000
const lore: SaveTexts = { saving: 'Saving...', saved: 'Saved', failed: 'Unsaved changes' }

/** Three stitches, then a tick that stays for 15 s. Told to screen readers as it changes. */
export const SaveIndicator = ({ state, texts = lore }: { state: SaveState; texts?: SaveTexts }) => {
  const [isFaded, setFaded] = useState(false)
  useEffect(() => {
    setFaded(false)
    if (state !== 'saved') return
    const timer = setTimeout(() => setFaded(true), savedMs)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <span className={classes.indicator} data-state={state} data-faded={isFaded || undefined} aria-live="polite">
      {state === 'saving' && (
        <>
          <SavingStitches />
          {texts.saving}
        </>
      )}
      {state === 'saved' && !isFaded && (
        <>
          <IconCheck size={15} />
          {texts.saved}
        </>
      )}
      {state === 'failed' && (
        <>
          <IconAlertTriangle size={15} />
          {texts.failed}
        </>
      )}
    </span>
  )
}
