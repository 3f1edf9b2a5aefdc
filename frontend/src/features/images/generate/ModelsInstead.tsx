import { Button, Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { Loading } from '../../../ui/Loading.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './form.module.css'

const failures = {
  image: { title: 'Failed to load image models', toast: 'Failed to load image models. Please try again.' },
  map: { title: 'Failed to load map models', toast: 'Failed to load map models. Please try again.' },
} as const

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
    if (failed) toast.error(failures[noun].toast)
  }, [failed, noun])
  return failed ? (
    <div className={classes.unloaded} role="alert">
      <span>{failures[noun].title}</span>
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
