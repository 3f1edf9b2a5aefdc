import { Button, Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { Loading } from '../../../ui/Loading.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './form.module.css'

/** In place of models while the catalogue is loading or could not be loaded. */
export const ModelsInstead = ({
  noun,
  failed,
  onRetry,
}: {
  noun: 'image' | 'map'
  failed: boolean
  onRetry: () => void
}) => {
  useEffect(() => {
    if (failed) toast.error(`Failed to load ${noun} models. Please try again.`)
  }, [failed, noun])
  return failed ? (
    <div className={classes.unloaded} role="alert">
      <span>Failed to load {noun} models</span>
      <Button size="xs" onClick={onRetry}>
        Retry
      </Button>
    </div>
  ) : (
    <Loading label="Loading models" className={classes.unloaded}>
      <Skeleton height={40} />
    </Loading>
  )
}
