import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { promptLimit, promptWarning } from '#domain/pictures.ts'

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
  onChange: (value: string) => void
}

/** A prompt in the serif, with a counter that warns from 1600 characters on and says when it is over the limit. */
export const Prompt = ({ label, value, rows, problem, note, placeholder, quiet = false, onChange }: Props) => {
  const id = useId()
  const length = value.trim().length
  const state = length > promptLimit ? 'over' : length > promptWarning ? 'long' : undefined
  const said =
    problem ?? (state === 'over' ? `${(length - promptLimit).toLocaleString('en')} characters too many.` : undefined)
  return (
    <div className="gen-prompt">
      <label htmlFor={id}>
        {label}
        {note && <span>{note}</span>}
      </label>
      <textarea
        id={id}
        value={value}
        rows={rows}
        placeholder={placeholder}
        aria-invalid={Boolean(problem) || undefined}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {(!quiet || state || problem) && (
        <div id={`${id}-count`} className="gen-count num" data-state={problem ? 'over' : state}>
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
