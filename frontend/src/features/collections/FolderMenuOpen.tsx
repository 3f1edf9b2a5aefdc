import { Menu } from '@mantine/core'
import { IconEye, IconFolderPlus, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { FolderMenuButton } from './FolderMenuButton.tsx'

export interface FolderMenuActs {
  /** A folder of this person: not the root, and not somebody else's. */
  mine: boolean
  onNewFolder: () => void
  onVisibility: () => void
  onMove: () => void
  onDelete: () => void
}

export const FolderMenuOpen = ({ mine, onNewFolder, onVisibility, onMove, onDelete }: FolderMenuActs) => (
  <Menu defaultOpened position="bottom-end" width={200}>
    <Menu.Target>
      <FolderMenuButton phoneOnly={!mine} />
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item className="col-phone" leftSection={<IconFolderPlus size={15} />} onClick={onNewFolder}>
        New Folder
      </Menu.Item>
      {mine && (
        <>
          <Menu.Item leftSection={<IconEye size={15} />} onClick={onVisibility}>
            Visibility
          </Menu.Item>
          <Menu.Item leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
            Move
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item data-danger leftSection={<IconTrash size={15} />} onClick={onDelete}>
            Delete Folder
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  </Menu>
)
