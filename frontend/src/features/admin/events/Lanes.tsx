import { useMemo } from 'react'
import { layLanes } from './lanes.ts'
import { rowHeight } from './row-height.ts'
import classes from './rows.module.css'

const laneCount = 8
const left = 12

const path = (x1: number, y1: number, x2: number, y2: number) => {
  if (x1 === x2) return `M${x1} ${y1}V${y2}`
  const bend = y2 - 22
  return `M${x1} ${y1}V${bend}C${x1} ${bend + 16} ${x2} ${bend + 6} ${x2} ${y2}`
}

interface Props {
  events: readonly { id: string; causationId: string | undefined }[]
  /** Ids of the inspected event and of its chain of causes. */
  chain: ReadonlySet<string>
  selected: string | undefined
  /** True on phones, where rows have two lines and lanes are closer together. */
  isPhone: boolean
  /** Indexes of the first and the last rendered row. */
  first: number
  last: number
}

/**
 * Draws a line from each event to its cause, next to the rows. Hidden from screen readers: the inspector has it as text.
 */
export const Lanes = ({ events, chain, selected, isPhone, first, last }: Props) => {
  const height = rowHeight(isPhone)
  const x = (lane: number) => left + lane * (isPhone ? 6 : 9)
  const y = (row: number) => row * height + height / 2
  const { dots: all, strands } = useMemo(() => layLanes(events, laneCount), [events])
  const dots = all.slice(first, last + 1)
  return (
    <svg
      className={classes.lanes}
      width={x(laneCount - 1) + left}
      height={events.length * height}
      aria-hidden="true"
      focusable="false"
    >
      {strands
        .filter(({ from, to }) => from.row <= last && to.row >= first)
        .map(({ id, from, to }) => (
          <path
            key={id}
            d={path(x(from.lane), y(from.row), x(to.lane), y(to.row))}
            data-lit={chain.has(id) || undefined}
          />
        ))}
      {dots
        .filter(({ loose }) => loose)
        .map(({ id, row, lane }) => (
          <path key={id} d={`M${x(lane)} ${y(row) + 4}v10`} data-loose data-lit={chain.has(id) || undefined} />
        ))}
      {dots.map(({ id, row, lane }) => (
        <circle key={id} cx={x(lane)} cy={y(row)} r={id === selected ? 5 : 3.5} data-lit={chain.has(id) || undefined} />
      ))}
    </svg>
  )
}
