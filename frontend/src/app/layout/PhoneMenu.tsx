import { Drawer } from '@mantine/core'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar on a phone, out of sight until it is asked for. */
export const PhoneMenu = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    size={300}
    withCloseButton={false}
    padding={0}
    attributes={{ content: { 'aria-label': 'Menu' } }}
  >
    <Sidebar isDrawer />
  </Drawer>
)
