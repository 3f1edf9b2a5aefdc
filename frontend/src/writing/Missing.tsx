import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './rejected-edits.module.css'

const sentences = {
  text: 'This text could not be loaded.',
  writing: 'This text can be read, but not written in: its editor could not be loaded. What you wrote here is kept.',
}

interface Props {
  what: keyof typeof sentences
  onRetry: () => void
}

/** A part of a text failed to load, with a retry button. */
export const Missing = ({ what, onRetry }: Props) => (
  <div className={classes.edit} role="alert">
    <IconAlertTriangle size={15} aria-hidden="true" />
    <div>
      <p>{sentences[what]}</p>
    </div>
    <Button size="xs" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
