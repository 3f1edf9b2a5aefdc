import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './save.module.css'
import { SavingStitches } from './Thread.tsx'

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

export interface SaveTexts {
  saving: string
  saved: string
  failed: ReactNode
}

const savedMs = 15_000
const lore: SaveTexts = { saving: 'Saving...', saved: 'Saved', failed: 'Unsaved changes' }

interface Props {
  state: SaveState
  texts?: SaveTexts
  /** Delay in milliseconds before saving is shown; a faster save only shows its completion. */
  delayMs?: number
}

/** Three stitches, then a tick for 15 s. Screen readers announce each state. */
export const SaveIndicator = ({ state, texts = lore, delayMs = 0 }: Props) => {
  const [isFaded, setFaded] = useState(false)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (state !== 'saving' || delayMs === 0) return
    const timer = setTimeout(() => setLong(true), delayMs)
    return () => clearTimeout(timer)
  }, [state, delayMs])
  useEffect(() => {
    setFaded(false)
    if (state !== 'saved') return
    const timer = setTimeout(() => setFaded(true), savedMs)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <span className={classes.indicator} data-state={state} data-faded={isFaded || undefined} aria-live="polite">
      {state === 'saving' && (isLong || delayMs === 0) && (
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
