import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Drawing } from './drawings.tsx'
import classes from './empty.module.css'

/** Shows what could not be loaded, with a way to try again. When the connection returns, it is tried again without a press. */
export const ErrorState = ({
  text,
  onRetry,
  retry = 'Retry',
}: {
  text: string
  onRetry?: () => void
  retry?: string
}) => {
  const tryAgain = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    const online = () => tryAgain()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [])
  return (
    <div className={classes.empty} role="alert">
      <Drawing subject="loom" />
      <h2 className={classes.title}>{text}</h2>
      {onRetry && <Button onClick={onRetry}>{retry}</Button>}
    </div>
  )
}
