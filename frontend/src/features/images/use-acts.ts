import { useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { getCredits } from '../../base/overlay.ts'
import { codeOf, messageOf } from '../../base/problem.ts'
import { useCancelImageMutation, useRetryImageMutation, useSetPrimaryImageMutation } from '../../data/images.ts'
import { toast } from '../../ui/toast.ts'
import { retryRefused } from './progress.ts'

/** Actions for a single image; `busy` contains the ids of images with a pending action. */
export const useActs = () => {
  const [retryImage] = useRetryImageMutation()
  const [cancelImage] = useCancelImageMutation()
  const [setPrimaryImage] = useSetPrimaryImageMutation()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const during = async (id: string, act: () => Promise<{ error?: unknown }>, refused: (error: unknown) => string) => {
    setBusy((busy) => new Set(busy).add(id))
    const { error } = await act()
    setBusy((busy) => new Set([...busy].filter((other) => other !== id)))
    if (error) toast.error(refused(error), codeOf(error) === 'insufficient_credits' ? { act: getCredits } : {})
  }

  return {
    busy,
    retry: ({ id }: ImageRow) =>
      void during(
        id,
        () => retryImage(id),
        (error) => (codeOf(error) === 'insufficient_credits' ? messageOf(error, retryRefused) : retryRefused),
      ),
    cancel: ({ id }: ImageRow) =>
      void during(
        id,
        () => cancelImage(id),
        (error) => messageOf(error, 'This picture could not be cancelled. Please try again.'),
      ),
    setPrimary: ({ id }: ImageRow, conjurationId: string) =>
      void during(
        id,
        () => setPrimaryImage({ id, conjurationId }),
        (error) => messageOf(error, 'The primary image could not be changed. Please try again.'),
      ),
  }
}
