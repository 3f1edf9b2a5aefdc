import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Drawing } from './drawings.tsx'
import classes from './empty.module.css'

/**
 * Shows an error in place of a screen or a list. `onRetry` loads it again: by a button, and without a press when the
 * connection returns. `action` is a button for anything else.
 */
export const ErrorState = ({
  text,
  onRetry,
  retry = 'Retry',
  action,
}: {
  text: string
  onRetry?: () => void
  retry?: string
  action?: { label: string; run: () => void }
}) => {
  const retryOnline = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    const online = () => retryOnline()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [])
  return (
    <div className={classes.empty} role="alert">
      <Drawing subject="loom" />
      <h2 className={classes.title}>{text}</h2>
      {onRetry && <Button onClick={onRetry}>{retry}</Button>}
      {action && <Button onClick={action.run}>{action.label}</Button>}
    </div>
  )
}
