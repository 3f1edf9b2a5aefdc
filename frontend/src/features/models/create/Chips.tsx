import { useId } from 'react'
import classes from './create-model.module.css'

interface Props<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string; detail?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons in a row. */
export const Chips = <Value extends string>({ label, choices, value, onChange }: Props<Value>) => {
  const name = useId()
  return (
    <fieldset className={classes.chips}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          {choice.label}
          {choice.detail && <small className="num">{choice.detail}</small>}
        </label>
      ))}
    </fieldset>
  )
}
