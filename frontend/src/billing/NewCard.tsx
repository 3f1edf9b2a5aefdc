import { Skeleton } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Delayed } from '../ui/Delayed.tsx'
import type { CardDesk, CardFieldsProps } from './card-desk.ts'

interface Props extends CardFieldsProps {
  /** Fetches the fields; fails where they cannot be had. */
  open: () => Promise<CardDesk>
}

/** Fields for a card that is not known here yet. */
export const NewCard = ({ open, ...fields }: Props) => {
  const [desk, setDesk] = useState<CardDesk>()
  const opened = useEffectEvent(() => open())
  const failed = useEffectEvent((error: unknown) => error instanceof Error && fields.onProblem(error.message))
  useEffect(() => {
    let isHere = true
    opened().then(
      (desk) => isHere && setDesk(desk),
      (error: unknown) => isHere && failed(error),
    )
    return () => {
      isHere = false
    }
  }, [])
  if (desk) return <desk.Fields {...fields} />
  return (
    <Delayed>
      <Skeleton height={140} />
    </Delayed>
  )
}
