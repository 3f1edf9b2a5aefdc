import { Button, type ButtonProps } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import { useWhyNotSpend } from '../../billing/use-why-not.ts'
import classes from './retry.module.css'

interface Props {
  busy: boolean
  size?: ButtonProps['size']
  onRetry: () => void
}

/** A button that requests a failed image again, which costs its owner's credits. It is disabled while the user cannot spend any. */
export const RetryGeneration = ({ busy, size, onRetry }: Props) => {
  const id = useId()
  const whyNot = useWhyNotSpend()
  return (
    <>
      <Button
        {...(size && { size })}
        leftSection={<IconRefresh size={15} stroke={1.6} />}
        loading={busy}
        disabled={whyNot !== undefined}
        aria-describedby={whyNot && id}
        onClick={onRetry}
      >
        Retry Generation
      </Button>
      {whyNot && (
        <small id={id} className={classes.whyNot}>
          {whyNot}
        </small>
      )}
    </>
  )
}
