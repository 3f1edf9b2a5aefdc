import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The way about on a phone, out of sight until it is asked for. */
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
