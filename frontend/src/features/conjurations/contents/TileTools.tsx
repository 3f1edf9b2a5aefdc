import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconBookmark, IconDots } from '@tabler/icons-react'
import classes from './segment-gallery.module.css'

interface Props {
  name: string
  isPicked: boolean
  onToggle: () => void
  onMove: (by: -1 | 1) => void
  /** Undefined for the primary image, and for one that cannot become it. */
  onPrimary?: (() => void) | undefined
}

/** Actions for an image of a gallery. */
export const TileTools = ({ name, isPicked, onToggle, onMove, onPrimary }: Props) => (
  <>
    <Checkbox className={classes.check} checked={isPicked} aria-label={`Select ${name}`} onChange={onToggle} />
    <Menu position="bottom-end" width={200} shadow="md">
      <Menu.Target>
        <ActionIcon className={classes.more} size={28} aria-label={`Actions of ${name}`}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onPrimary && (
          <Menu.Item leftSection={<IconBookmark size={15} />} onClick={onPrimary}>
            Set as primary image
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArrowLeft size={15} />} onClick={() => onMove(-1)}>
          Move left
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight size={15} />} onClick={() => onMove(1)}>
          Move right
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  </>
)
