import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import { useCreditsQuery } from '../../data/credits.ts'
import { dateOf } from '../../ui/dates.ts'

import classes from './chart.module.css'
import type { Scene } from './chart.ts'
import { height, layOutChart, marks } from './chart.ts'
import { amountOf, causeOf, type Dated, dated, kinds } from './history.ts'

/** The balance as a step curve, with a labelled horizontal line at each round amount. */
const ChartLine = ({ steps, area, levels, left, right }: Scene) => (
  <>
    {levels.map(({ value, y }) => (
      <g key={value}>
        <line className={classes.rule} x1={left} x2={right} y1={y} y2={y} />
        <text className={classes.label} x={left - 12} y={y + 4} textAnchor="end">
          {value.toLocaleString('en')}
        </text>
      </g>
    ))}
    <path className={classes.area} d={area} />
    <path className={classes.steps} d={steps} />
  </>
)

const Lane = ({ name, y, left, right }: { name: string; y: number } & Pick<Scene, 'left' | 'right'>) => (
  <>
    <text className={classes.label} x={left - 12} y={y + 4} textAnchor="end">
      {name}
    </text>
    <line className={classes.rule} x1={left} x2={right} y1={y + 12} y2={y + 12} />
  </>
)

/** Number of credit transactions that the chart loads. */
const latest = 100

/**
 * Chart of the balance over the latest credit transactions. It is a single tab stop: the left and right arrow keys select
 * a transaction, which screen readers announce.
 */
export const BalanceChart = () => {
  const { data } = useCreditsQuery({ page: 0, size: latest })
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number>()
  const lines = data ? dated(data).toReversed() : []
  if (lines.length < 2) return null
  const chosen = at === undefined ? undefined : lines[Math.min(at, lines.length - 1)]

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt((now = lines.length) => Math.min(lines.length - 1, Math.max(0, now + step)))
  }

  const scene = layOutChart(lines, width)
  return (
    <figure className={classes.chart}>
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label="Balance over time"
        aria-valuemin={1}
        aria-valuemax={lines.length}
        aria-valuenow={(at ?? lines.length - 1) + 1}
        aria-valuetext={chosen ? labelOf(chosen) : 'Left and right walk its lines'}
        onKeyDown={walk}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <ChartLine {...scene} />
            <Lane name="Granted" y={marks.granted} {...scene} />
            <Lane name="Held" y={marks.held} {...scene} />
            <Lane name="Returned" y={marks.released} {...scene} />
            {scene.marks.map(({ id, x, line }) => (
              <Mark key={id} x={x} line={line} isChosen={line === chosen} />
            ))}
          </svg>
        )}
      </div>
      <figcaption className="num">
        {chosen ? labelOf(chosen) : `${dateOf(lines[0]?.createdAt ?? '')} to today`}
      </figcaption>
    </figure>
  )
}

const labelOf = (line: Dated) =>
  `${dateOf(line.createdAt)}: ${kinds[line.status].word} ${amountOf(line)}, ${causeOf(line)}. Balance ${line.balance.toLocaleString('en')}`

const Mark = ({ x, line, isChosen }: { x: number; line: Dated; isChosen: boolean }) => {
  const chosen = isChosen || undefined
  if (line.status === 'granted' || line.status === 'given_back')
    return <path className={classes.granted} data-chosen={chosen} d={`M${x - 6} ${marks.granted + 5}h12l-6 -11z`} />
  if (line.status === 'taken_back' || line.status === 'owed_settled' || line.status === 'removed')
    return <path className={classes.taken} data-chosen={chosen} d={`M${x - 6} ${marks.granted - 6}h12l-6 11z`} />
  if (line.status === 'released')
    return <circle className={classes.returned} data-chosen={chosen} cx={x} cy={marks.released} r={4} />
  const tall = Math.min(18, 5 + Math.sqrt(Math.abs(line.quantity)) * 1.5)
  const bar = { x: x - 3, y: marks.held + 7 - tall, width: 6, height: tall }
  return <rect className={classes.held} data-open={line.status === 'held' || undefined} data-chosen={chosen} {...bar} />
}
