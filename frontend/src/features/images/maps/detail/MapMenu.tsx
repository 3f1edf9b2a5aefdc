import { ActionIcon, Menu } from '@mantine/core'
import { IconBook, IconDots, IconDownload, IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react'

interface Props {
  onRename: () => void
  /** Undefined if there is nothing to download yet; likewise the others. */
  onDownload: (() => void) | undefined
  onKeepKey: (() => void) | undefined
  onMove: (() => void) | undefined
  onDelete: () => void
}

/** Actions for a whole map; unavailable ones are hidden. */
export const MapMenu = ({ onRename, onDownload, onKeepKey, onMove, onDelete }: Props) => (
  <Menu position="bottom-end" width={230} shadow="md" returnFocus={false}>
    <Menu.Target>
      <ActionIcon size={36} aria-label="Actions">
        <IconDots size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
        Rename
      </Menu.Item>
      {onDownload && (
        <Menu.Item leftSection={<IconDownload size={15} />} onClick={onDownload}>
          Download
        </Menu.Item>
      )}
      {onKeepKey && (
        <Menu.Item leftSection={<IconBook size={15} />} onClick={onKeepKey}>
          Key of Rooms as Lore
        </Menu.Item>
      )}
      {onMove && (
        <Menu.Item leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
          Move
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash size={15} />} data-danger onClick={onDelete}>
        Delete
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
