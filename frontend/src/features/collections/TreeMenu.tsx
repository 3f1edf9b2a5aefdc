import { Menu } from '@mantine/core'
import {
  IconArrowRight,
  IconArrowsExchange,
  IconEye,
  IconFolderPlus,
  IconFolderSymlink,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './tree.module.css'

export type TreeAct = 'open' | 'addLore' | 'new' | 'rename' | 'visibility' | 'move' | 'moveOut' | 'delete'

interface Props {
  name: string
  at: { x: number; y: number }
  /** The permitted actions, in any order. */
  acts: readonly TreeAct[]
  onAct: (act: TreeAct) => void
  onClose: () => void
}

const items: [TreeAct, string, ReactNode, string?][] = [
  ['open', 'Open', <IconArrowRight key="open" size={15} />, 'Enter'],
  ['addLore', 'Add Lore', <IconPlus key="addLore" size={15} />],
  ['new', 'New Folder', <IconFolderPlus key="new" size={15} />],
  ['rename', 'Rename', <IconPencil key="rename" size={15} />, 'F2'],
  ['visibility', 'Visibility', <IconEye key="visibility" size={15} />],
  ['move', 'Move', <IconFolderSymlink key="move" size={15} />],
  ['moveOut', 'Move Lore to Campaign', <IconArrowsExchange key="moveOut" size={15} />],
]

/** The context menu of a tree row, at the position where it was opened. */
export const TreeMenu = ({ name, at, acts, onAct, onClose }: Props) => {
  // The library does not show a menu that is open when mounted, so it opens in the next frame.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Menu
      opened={isOpen}
      onClose={onClose}
      position="bottom-start"
      width={230}
      offset={2}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.menuPlace}
          tabIndex={-1}
          aria-label={`Actions for ${name}`}
          style={{ left: at.x, top: at.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {items
          .filter(([act]) => acts.includes(act))
          .map(([act, label, icon, key]) => (
            <Menu.Item key={act} leftSection={icon} rightSection={key && <kbd>{key}</kbd>} onClick={() => onAct(act)}>
              {label}
            </Menu.Item>
          ))}
        {acts.includes('delete') && (
          <>
            <Menu.Divider />
            <Menu.Item
              data-danger
              leftSection={<IconTrash size={15} />}
              rightSection={<kbd>Del</kbd>}
              onClick={() => onAct('delete')}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
