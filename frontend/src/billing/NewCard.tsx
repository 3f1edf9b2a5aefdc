import { Skeleton } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Delayed } from '../ui/Delayed.tsx'
import type { CardFieldsProps, CardPayments } from './card-payments.ts'

interface Props extends CardFieldsProps {
  /** Fetches the fields; fails where they cannot be had. */
  open: () => Promise<CardPayments>
}

/** Fields for a new card. */
export const NewCard = ({ open, ...fields }: Props) => {
  const [payments, setPayments] = useState<CardPayments>()
  const opened = useEffectEvent(() => open())
  const failed = useEffectEvent((error: unknown) => error instanceof Error && fields.onProblem(error.message))
  useEffect(() => {
    let isHere = true
    opened().then(
      (payments) => isHere && setPayments(payments),
      (error: unknown) => isHere && failed(error),
    )
    return () => {
      isHere = false
    }
  }, [])
  if (payments) return <payments.Fields {...fields} />
  return (
    <Delayed>
      <Skeleton height={140} />
    </Delayed>
  )
}
