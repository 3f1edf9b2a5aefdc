import { type MouseEvent, memo } from 'react'
import { Link } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { TilePicture } from '../gallery/TilePicture.tsx'
import { imageAt } from '../image.ts'
import { Tick } from '../Tick.tsx'
import { dayOf, mapName } from './map.ts'
import classes from './maps.module.css'

interface Props {
  row: ImageRow
  to: string
  sample: string | undefined
  ticked: boolean
  isShown: boolean
  /** Whether it stands where the list begins. */
  isFirst: boolean
  onTick: (id: string, reach: boolean) => void
}

/** A map, whole and never cropped; opens on click or Enter, is ticked by its box or with shift for everything between. */
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
      <Link to={to} className={classes.open} onClick={click} draggable={false}>
        <span className={classes.picture}>
          <TilePicture {...{ row, shown, sample, isFirst }} />
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
      <Tick id={row.id} label={`Select ${name}`} {...{ ticked, onTick }} />
    </li>
  )
})
