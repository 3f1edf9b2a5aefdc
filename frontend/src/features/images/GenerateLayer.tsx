import { Modal } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { ConnectionBanner } from '../../realtime/ConnectionBanner.tsx'
import { GeneratePage } from './generate/GeneratePage.tsx'

type Props = Pick<ComponentProps<typeof GeneratePage>, 'campaign' | 'conjurationId' | 'linkTo' | 'reuse'> & {
  isOpen: boolean
  onClose: () => void
}

/** The generate screen over the gallery. */
export const GenerateLayer = ({ isOpen, onClose, ...page }: Props) => {
  const [isCovered, setCovered] = useState(false)
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      // Escape closes the top layer only.
      closeOnEscape={!isCovered}
      fullScreen
      padding={0}
    >
      <Modal.Content aria-label="Generate image">
        <Modal.Body p={0} h="var(--ll-screen)" display="flex" style={{ flexDirection: 'column' }}>
          <ConnectionBanner />
          <GeneratePage {...page} type="IMAGE" onReturn={onClose} onCover={setCovered} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
