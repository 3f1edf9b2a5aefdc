import { type MouseEvent, memo } from 'react'
import { Link } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import listing from '../../../ui/listing.module.css'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { Tick } from '../../../ui/Tick.tsx'
import { TilePicture } from '../gallery/TilePicture.tsx'
import { imageAt } from '../image.ts'
import { dayOf, mapName } from './map.ts'
import classes from './maps.module.css'

interface Props {
  row: ImageRow
  to: string
  sample: string | undefined
  ticked: boolean
  isShown: boolean
  /** True for a map at the top of its list. */
  isFirst: boolean
  onTick: (id: string, reach: boolean) => void
}

/** An uncropped map; opens on click or Enter, selected by its checkbox, or by shift-click for a range. */
export const MapCard = memo(({ row, to, sample, ticked, isShown, isFirst, onTick }: Props) => {
  const name = mapName(row)
  const shown = imageAt(row, 320)
  const click = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onTick(row.id, true)
  }
  return (
    <li className={classes.card} data-ticked={ticked || undefined}>
      <Link to={to} className={listing.cardLink} onClick={click} draggable={false}>
        <span className={classes.picture}>
          <TilePicture row={row} shown={shown} sample={sample} isFirst={isFirst} />
        </span>
        <span className={classes.words}>
          <b dir="auto" title={name}>
            {name}
          </b>
          <small className="num">
            {row.generating && (
              <em data-live>
                <LiveStitch width={17} /> Generating
              </em>
            )}
            {row.failed && <em data-failed>Failed</em>}
            {isShown && (
              <em data-live>
                <LiveStitch width={17} /> At the table
              </em>
            )}
            <time dateTime={row.createdAt}>{dayOf(row.createdAt)}</time>
          </small>
        </span>
      </Link>
      <Tick id={row.id} label={`Select ${name}`} ticked={ticked} onTick={onTick} />
    </li>
  )
})
