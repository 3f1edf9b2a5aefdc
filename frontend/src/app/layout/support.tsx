import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'

const SupportCenter = lazy(async () => ({ default: (await import('./SupportCenter.tsx')).SupportCenter }))

/** Opens the Support Center; `dialog` must be rendered somewhere that outlives the entry it was opened from. */
export const useSupport = () => {
  const [isOpen, { open, close }] = useDisclosure(false)
  const dialog = isOpen ? (
    <Suspense>
      <SupportCenter opened onClose={close} />
    </Suspense>
  ) : null
  return { open, dialog }
}
