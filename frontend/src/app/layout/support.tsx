import { useDisclosure } from '@mantine/hooks'
import { lazy } from 'react'
import { Part } from '../../ui/Part.tsx'

const SupportCenter = lazy(async () => ({ default: (await import('./support/SupportCenter.tsx')).SupportCenter }))

/** Opens the Support Center; `dialog` must be rendered somewhere that outlives the entry it was opened from. */
export const useSupport = () => {
  const [isOpen, { open, close }] = useDisclosure(false)
  const dialog = isOpen ? (
    <Part onFailed={close}>
      <SupportCenter opened onClose={close} />
    </Part>
  ) : null
  return { open, dialog }
}
