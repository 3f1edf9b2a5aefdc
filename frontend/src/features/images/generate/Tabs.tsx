import type { ImageRow } from '#projections/images.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import classes from './tabs.module.css'

interface Props {
  tab: 'form' | 'results'
  rows: readonly ImageRow[]
  onChange: (tab: 'form' | 'results') => void
}

/** The two halves as tabs, on a phone only. */
export const Tabs = ({ tab, rows, onChange }: Props) => (
  <nav className={classes.tabs} aria-label="Prompt and results">
    <button type="button" aria-pressed={tab === 'form'} onClick={() => onChange('form')}>
      Prompt
    </button>
    <button type="button" aria-pressed={tab === 'results'} onClick={() => onChange('results')}>
      Results
      {rows.length > 0 && (
        <span className="num">
          {rows.filter(({ uri }) => uri !== null).length} of {rows.length}
        </span>
      )}
      {rows.some(({ generating }) => generating) && <LiveStitch width={22} />}
    </button>
  </nav>
)
