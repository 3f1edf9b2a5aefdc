import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The navigation on a phone, hidden until opened. */
export const PhoneMenu = ({ opened, onClose, children }: Props) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    size={300}
    withCloseButton={false}
    padding={0}
    attributes={{ content: { 'aria-label': 'Menu' } }}
  >
    {children}
  </Drawer>
)
