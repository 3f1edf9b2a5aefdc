import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { promptLimit, promptWarning } from '#domain/image-sizes.ts'
import classes from './prompt.module.css'

interface Props {
  label: string
  value: string
  rows: number
  problem: string | undefined
  /** Beside the label, such as that the text is remembered. */
  note?: string
  placeholder?: string
  /** The counter only shows from the warning on when it would be in the way. */
  quiet?: boolean
  /** Words that it could be begun with. */
  offer?: { label: string; onTake: () => void } | undefined
  onChange: (value: string) => void
}

/** A prompt in the serif, with a counter that warns from 1600 characters on and says when it is over the limit. */
export const Prompt = ({ label, value, rows, problem, note, placeholder, quiet = false, offer, onChange }: Props) => {
  const id = useId()
  const length = value.trim().length
  const state = length > promptLimit ? 'over' : length > promptWarning ? 'long' : undefined
  const said =
    problem ?? (state === 'over' ? `${(length - promptLimit).toLocaleString('en')} characters too many.` : undefined)
  return (
    <div className={classes.prompt}>
      <label htmlFor={id}>
        {label}
        {note && <span>{note}</span>}
      </label>
      <textarea
        dir="auto"
        id={id}
        value={value}
        rows={rows}
        placeholder={placeholder}
        aria-invalid={Boolean(problem) || undefined}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {offer && (
        <button type="button" className={classes.offer} onClick={offer.onTake}>
          {offer.label}
        </button>
      )}
      {(!quiet || state || problem) && (
        <div id={`${id}-count`} className={`${classes.count} num`} data-state={problem ? 'over' : state}>
          {(state || problem) && <IconAlertTriangle size={15} stroke={1.6} aria-hidden="true" />}
          <span>{said ?? (state === 'long' ? 'Getting long. Later details may be ignored.' : '')}</span>
          <b>
            {length.toLocaleString('en')} / {promptLimit.toLocaleString('en')}
          </b>
        </div>
      )}
    </div>
  )
}
