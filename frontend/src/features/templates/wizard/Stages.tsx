import { IconCheck } from '@tabler/icons-react'
import classes from './wizard.module.css'

const names = ['Choose Template', 'Configure', 'Generate']

/** The current one of the three steps. */
export const Stages = ({ step }: { step: number }) => (
  <ol className={classes.stages} aria-label="Steps">
    {names.map((name, n) => (
      <li key={name} aria-current={n === step ? 'step' : undefined} data-done={n < step || undefined}>
        {n < step && <IconCheck size={14} aria-label="Done" />}
        {name}
      </li>
    ))}
  </ol>
)
