import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './choices.module.css'
import '@mantine/core/styles/Radio.layer.css'

interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  /** Shown at the end of the row. */
  detail?: ReactNode
}

interface Props<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

/** Radio buttons, one per row. */
export const Choices = <Value extends string>({ label, choices, value, onChange }: Props<Value>) => (
  <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as Value)} className={classes.group}>
    <div className={classes.list}>
      {choices.map(({ value, label, detail }) => (
        <Radio
          key={value}
          value={value}
          classNames={{ root: classes.choice, body: classes.body, labelWrapper: classes.words, label: classes.label }}
          label={
            <>
              <span className={classes.name} dir="auto">
                {label}
              </span>
              {detail}
            </>
          }
        />
      ))}
    </div>
  </Radio.Group>
)
