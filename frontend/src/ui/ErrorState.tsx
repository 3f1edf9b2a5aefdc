import { Button } from '@mantine/core'
import { Drawing } from './drawings.tsx'
import classes from './empty.module.css'

/** Something could not be loaded: what, and a way to try again. */
export const ErrorState = ({
  text,
  onRetry,
  retry = 'Retry',
}: {
  text: string
  onRetry?: () => void
  retry?: string
}) => (
  <div className={classes.empty} role="alert">
    <Drawing subject="loom" />
    <h2 className={classes.title}>{text}</h2>
    {onRetry && <Button onClick={onRetry}>{retry}</Button>}
  </div>
)
