import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconBookmark,
  IconBookmarkFilled,
  IconDots,
  IconPhoto,
} from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { GallerySegment } from '#projections/segment-answers.ts'
import classes from './segment-gallery.module.css'

interface Props {
  picture: GallerySegment
  name: string
  editable: boolean
  isPicked: boolean
  onToggle: () => void
  onOpen: () => void
  onMove: (by: -1 | 1) => void
  /** Absent for who may not set it. */
  onPrimary?: () => void
}

const step: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 }

/** One picture of a gallery: opened by a click, moved by its menu or with Alt and the arrows. */
export const GalleryTile = ({ picture, name, editable, isPicked, onToggle, onOpen, onMove, onPrimary }: Props) => {
  const { image } = picture
  const onKeyDown = (event: KeyboardEvent) => {
    const by = step[event.key]
    if (!editable || !event.altKey || !by) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li className={classes.tile} data-picked={isPicked || undefined} style={{ flexGrow: image.width / image.height }}>
      <button
        type="button"
        aria-label={`Open ${name}`}
        disabled={image.uri === null}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        {image.uri ? (
          <img src={`${image.uri}?w=320`} alt="" loading="lazy" width={image.width} height={image.height} />
        ) : (
          <IconPhoto size={22} aria-hidden="true" />
        )}
      </button>
      {image.primary && (
        <span className={classes.primary} title="Primary image">
          <IconBookmarkFilled size={15} aria-label="Primary image" />
        </span>
      )}
      {editable && (
        <>
          <Checkbox className={classes.check} checked={isPicked} aria-label={`Select ${name}`} onChange={onToggle} />
          <Menu position="bottom-end" width={200} shadow="md">
            <Menu.Target>
              <ActionIcon className={classes.more} size={28} aria-label={`Actions of ${name}`}>
                <IconDots size={15} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {onPrimary && picture.image.mayEdit && !image.primary && image.uri && (
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
      )}
    </li>
  )
}
