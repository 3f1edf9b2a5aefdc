import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, memo, useMemo, useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { formatCount } from '../../../ui/figures.ts'
import listing from '../../../ui/listing.module.css'
import classes from './gallery.module.css'
import { byMonth, monthName } from './months.ts'
import { justify, neighbour, type Row } from './rows.ts'
import { Tile } from './Tile.tsx'

/** Pixels: the target height of a row at desktop and phone width, from the design. */
const heights = { desktop: 232, phone: 150 }
const gap = 8

interface Props {
  rows: readonly ImageRow[]
  /** The total number of images per month, loaded or not. */
  counts: ReadonlyMap<string, number>
  ticked: ReadonlySet<string>
  /** Sample image by model id, for images in progress. */
  samples: ReadonlyMap<string, string>
  linkTo: (row: ImageRow) => string
  onTick: (id: string, reach: boolean) => void
}

interface WalkOptions {
  /** The images in display order, and their rows. */
  order: readonly ImageRow[]
  lines: readonly Row<ImageRow>[]
  onTick: Props['onTick']
}

/** Returns the id of the current image, which Tab reaches, and a key handler: arrows, Home and End change it, Space selects it. */
const useWalk = ({ order, lines, onTick }: WalkOptions) => {
  const [at, setAt] = useState<string | null>(null)
  const current = order.some(({ id }) => id === at) ? at : (order[0]?.id ?? null)

  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return
    const index = order.findIndex(({ id }) => id === current)
    const steps: Record<string, () => ImageRow | null | undefined> = {
      ArrowRight: () => order[index + 1],
      ArrowLeft: () => order[index - 1],
      ArrowDown: () => neighbour(lines, current, 1, gap),
      ArrowUp: () => neighbour(lines, current, -1, gap),
      Home: () => order[0],
      End: () => order.at(-1),
    }
    if (event.key === ' ') {
      event.preventDefault()
      onTick(current, event.shiftKey)
      return
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = step()
    if (!next) return
    setAt(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-id="${next.id}"] .${classes.open}`)?.focus()
  }
  return { current, setCurrent: setAt, walk }
}

/** Images by month in justified rows. Tab reaches one tile; arrows, Home and End move, Space selects, Enter opens. */
export const Months = memo(({ rows, counts, ticked, samples, linkTo, onTick }: Props) => {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const height = width < 600 ? heights.phone : heights.desktop
  const months = useMemo(
    () => byMonth(rows).map((month) => ({ ...month, lines: justify(month.items, { width, height, gap }) })),
    [rows, width, height],
  )
  const order = useMemo(() => months.flatMap(({ items }) => items), [months])
  const lines = useMemo(() => months.flatMap(({ lines }) => lines), [months])
  const { current, setCurrent, walk } = useWalk({ order, lines, onTick })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the wall handles the arrow keys of the links inside it, which have the focus
    <div ref={ref} className={classes.wall} data-ticking={ticked.size > 0 || undefined} onKeyDown={walk}>
      {months.map(({ month, items, lines }) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <header className={`${listing.month} ${classes.month}`}>
            <h2 id={`month-${month}`}>{monthName(month)}</h2>
            <span className="num">{formatCount(counts.get(month) ?? items.length, 'image')}</span>
          </header>
          {lines.map(({ items, height, widths }, line) => (
            <ul key={items[0]?.id} className={classes.row} style={{ containIntrinsicHeight: `${height}px` }}>
              {items.map((row, n) => (
                <Tile
                  key={row.id}
                  row={row}
                  width={widths[n] ?? 0}
                  height={height}
                  to={linkTo(row)}
                  sample={row.modelId ? samples.get(row.modelId) : undefined}
                  ticked={ticked.has(row.id)}
                  current={row.id === current}
                  isFirst={line === 0 && month === months[0]?.month}
                  onTick={onTick}
                  onCurrent={setCurrent}
                />
              ))}
            </ul>
          ))}
        </section>
      ))}
    </div>
  )
})
