import { IconBookmarkFilled, IconPhoto } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import type { GallerySegment } from '#projections/segment-answers.ts'
import { late } from '../../../ui/late.ts'
import { Part } from '../../../ui/Part.tsx'
import classes from './segment-gallery.module.css'
import { useSorting } from './use-sorting.ts'

const TileTools = late(async () => (await import('./TileTools.tsx')).TileTools)

interface Props {
  picture: GallerySegment
  name: string
  editable: boolean
  isPicked: boolean
  onToggle: () => void
  onOpen: () => void
  onMove: (by: -1 | 1) => void
  /** Id of the gallery; `index` is the image's position in it. */
  list: string
  index: number
  /** Called with the id of an image of the gallery that was dropped on this one. */
  onDropped: (id: string) => void
  /** True for the primary image of this lore, false for that of other lore. */
  isPrimary: boolean
  /** Undefined without permission, and for images of other lore. */
  onPrimary?: () => void
}

/** Pixels; equals the height in the style sheet. */
const rowHeight = 108

const step: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 }

/** One image of a gallery: opened by a click, moved by dragging, by its menu, or with Alt and the arrows. */
export const GalleryTile = (props: Props) => {
  const { picture, name, editable, isPicked, onToggle, onOpen, onMove, list, index, onDropped, isPrimary, onPrimary } =
    props
  const { image } = picture
  const tile = useRef<HTMLLIElement>(null)
  const { over, isDragged } = useSorting(tile, { list, id: picture.id, index, isDraggable: editable, onDropped })
  const ratio = image.width / image.height
  const mayBePrimary = !isPrimary && image.uri !== null
  const onKeyDown = (event: KeyboardEvent) => {
    const by = step[event.key]
    if (!editable || !event.altKey || !by) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li
      ref={tile}
      className={classes.tile}
      data-over={over}
      data-dragged={isDragged || undefined}
      data-picked={isPicked || undefined}
      style={{ flexGrow: ratio, flexBasis: ratio * rowHeight }}
    >
      <Picture image={image} name={name} onOpen={onOpen} onKeyDown={onKeyDown} />
      {isPrimary && (
        <span className={classes.primary} title="Primary image">
          <IconBookmarkFilled size={15} aria-label="Primary image" />
        </span>
      )}
      {editable && (
        <Part>
          <TileTools
            name={name}
            isPicked={isPicked}
            onToggle={onToggle}
            onMove={onMove}
            onPrimary={mayBePrimary ? onPrimary : undefined}
          />
        </Part>
      )}
    </li>
  )
}

interface PictureProps extends Pick<Props, 'name' | 'onOpen'> {
  image: GallerySegment['image']
  onKeyDown: (event: KeyboardEvent) => void
}

/** The image, or an icon while it has no file. */
const Picture = ({ image, name, onOpen, onKeyDown }: PictureProps) => (
  <button
    type="button"
    aria-label={`Open ${name}`}
    disabled={image.uri === null}
    onClick={onOpen}
    onKeyDown={onKeyDown}
  >
    {image.uri ? (
      <img
        src={`${image.uri}?w=320`}
        alt=""
        loading="lazy"
        draggable={false}
        width={image.width}
        height={image.height}
      />
    ) : (
      <IconPhoto size={22} aria-hidden="true" />
    )}
  </button>
)
