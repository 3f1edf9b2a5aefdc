import type { ReactNode } from 'react'
import { SaveIndicator, type SaveState } from '../../../ui/SaveIndicator.tsx'
import classes from './general.module.css'

const texts = { saving: 'Saving', saved: 'Changes Saved', failed: 'Unsaved changes' }

/** Delay before saving is shown. Source: the specification, "Business constants and limits". */
const delayMs = 1_000

/** A field with its save status at the right and, with `onAgain`, a retry button after a failure. */
export const Saved = ({
  state,
  onAgain,
  children,
}: {
  state: SaveState
  onAgain?: () => void
  children: ReactNode
}) => (
  <div className={classes.saved}>
    {children}
    <span className={classes.outcome}>
      <SaveIndicator state={state} texts={texts} delayMs={delayMs} />
      {state === 'failed' && onAgain && (
        <button type="button" className={classes.again} onClick={onAgain}>
          Try again
        </button>
      )}
    </span>
  </div>
)
