import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { promptLimit, promptWarning } from '#domain/image-sizes.ts'
import classes from './prompt.module.css'

interface Props {
  label: string
  value: string
  rows: number
  problem: string | undefined
  /** Shown next to the label, for example `Optional`. */
  note?: string
  placeholder?: string
  /** Hides the counter until there is a warning or a problem. */
  quiet?: boolean
  /** Suggested initial text. */
  offer?: { label: string; onTake: () => void } | undefined
  onChange: (value: string) => void
}

/** A prompt field with a counter, which warns above 1600 characters and reports an exceeded limit. */
export const Prompt = ({ label, value, rows, problem, note, placeholder, quiet = false, offer, onChange }: Props) => {
  const id = useId()
  const length = value.trim().length
  const state = length > promptLimit ? 'over' : length > promptWarning ? 'long' : undefined
  const message =
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
          <span>{message ?? (state === 'long' ? 'Getting long. Later details may be ignored.' : '')}</span>
          <b>
            {length.toLocaleString('en')} / {promptLimit.toLocaleString('en')}
          </b>
        </div>
      )}
    </div>
  )
}
