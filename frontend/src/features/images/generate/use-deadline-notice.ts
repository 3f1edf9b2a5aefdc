import { useEffect, useRef } from 'react'
import { timedOutMessage } from '#domain/image-words.ts'
import type { ImageRow } from '#projections/images.ts'
import { toast } from '../../../ui/toast.ts'
import { cancelledByDeadline } from '../progress.ts'

/** Says so when a picture that was being waited for is given up on by its deadline. */
export const useDeadlineNotice = (rows: readonly ImageRow[]): void => {
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const lapsed = rows.some(({ id, errorMessage }) => waiting.current.has(id) && errorMessage === timedOutMessage)
    waiting.current = new Set(rows.filter(({ generating }) => generating).map(({ id }) => id))
    if (lapsed) toast.error(cancelledByDeadline)
  }, [rows])
}
