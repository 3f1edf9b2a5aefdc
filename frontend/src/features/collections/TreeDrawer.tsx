import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tree.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The tree on a small screen. */
export const TreeDrawer = ({ opened, onClose, children }: Props) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    title="Collections"
    position="left"
    size={320}
    closeButtonProps={{ 'aria-label': 'Close' }}
    classNames={{ body: classes.drawer, title: classes.drawerTitle }}
  >
    {children}
  </Drawer>
)
