import { IconBookmarkFilled } from '@tabler/icons-react'
import { type MouseEvent, memo } from 'react'
import { Link } from 'react-router'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import { Tick } from '../../../ui/Tick.tsx'
import { imageAt, titleOf } from '../image.ts'
import galleryClasses from './gallery.module.css'
import { TilePicture } from './TilePicture.tsx'

interface Props {
  row: ImageRow
  width: number
  height: number
  to: string
  sample: string | undefined
  ticked: boolean
  /** True for the only tile that Tab reaches; the arrow keys make another tile current. */
  current: boolean
  /** True for a tile in the first row of the first month. */
  isFirst: boolean
  onTick: (id: string, reach: boolean) => void
  onCurrent: (id: string) => void
}

/** An image of the gallery. A click or Enter opens it; its checkbox or Space selects it; a click with Shift selects a range. */
export const Tile = memo(({ row, width, height, to, sample, ticked, current, isFirst, onTick, onCurrent }: Props) => {
  const title = titleOf(row)
  const shown = imageAt(row, width)
  const click = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onTick(row.id, true)
  }
  return (
    <li className={galleryClasses.tile} style={{ width, height }} data-ticked={ticked || undefined} data-id={row.id}>
      <Link
        to={to}
        className={galleryClasses.open}
        tabIndex={current ? 0 : -1}
        aria-label={row.generating ? `${title}, being made` : row.failed ? `${title}, not made` : title}
        onClick={click}
        onFocus={() => onCurrent(row.id)}
        draggable={false}
      >
        <TilePicture row={row} shown={shown} sample={sample} isFirst={isFirst} />
        {shown && (
          <span className={galleryClasses.name} dir="auto">
            {title}
          </span>
        )}
      </Link>
      {isPrimary(row) && (
        <span className={galleryClasses.primary} title="Primary image of its lore">
          <IconBookmarkFilled size={15} aria-label="Primary image of its lore" />
        </span>
      )}
      <Tick id={row.id} label={`Select ${title}`} tabIndex={-1} ticked={ticked} onTick={onTick} />
    </li>
  )
})
