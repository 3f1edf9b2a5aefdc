import { IconBookmarkFilled, IconPhoto } from '@tabler/icons-react'
import { type KeyboardEvent, lazy } from 'react'
import type { GallerySegment } from '#projections/segment-answers.ts'
import { Part } from '../../../ui/Part.tsx'
import classes from './segment-gallery.module.css'

const TileTools = lazy(async () => ({ default: (await import('./TileTools.tsx')).TileTools }))

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

/** Pixels; the style sheet has it too. */
const rowHeight = 108

const step: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 }

/** One picture of a gallery: opened by a click, moved by its menu or with Alt and the arrows. */
export const GalleryTile = ({ picture, name, editable, isPicked, onToggle, onOpen, onMove, onPrimary }: Props) => {
  const { image } = picture
  const ratio = image.width / image.height
  const mayBePrimary = image.mayEdit && !image.primary && image.uri !== null
  const onKeyDown = (event: KeyboardEvent) => {
    const by = step[event.key]
    if (!editable || !event.altKey || !by) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li
      className={classes.tile}
      data-picked={isPicked || undefined}
      style={{ flexGrow: ratio, flexBasis: ratio * rowHeight }}
    >
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
        <Part>
          <TileTools {...{ name, isPicked, onToggle, onMove }} onPrimary={mayBePrimary ? onPrimary : undefined} />
        </Part>
      )}
    </li>
  )
}
