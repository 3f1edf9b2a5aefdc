import { count } from '../amounts.ts'
import { dayOf, minuteOf, monthOf } from '../utc.ts'
import classes from './balance-chart.module.css'
import { plot, type Scene, type Span } from './curve.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Possible distances between labels, from fine to coarse, with the label's format for each. */
const steps = [
  ...[1, 5, 15, 30].map((n) => ({ ms: n * minute, say: minuteOf })),
  ...[1, 3, 6, 12].map((n) => ({ ms: n * hour, say: minuteOf })),
  ...[1, 2, 7, 14].map((n) => ({ ms: n * day, say: dayOf })),
  ...[31, 92, 184, 366].map((n) => ({ ms: n * day, say: monthOf })),
]

/** Returns labels at round UTC times along a span, at the finest distance of which at most `most` fit into the span. */
export const timeMarks = ({ from, to }: Span, most: number): { at: number; label: string }[] => {
  const step = steps.find(({ ms }) => (to - from) / ms <= most) ?? { ms: (to - from) / most, say: monthOf }
  const first = Math.ceil(from / step.ms) * step.ms
  const marks = Array.from(
    { length: Math.max(0, Math.floor((to - first) / step.ms) + 1) },
    (_, n) => first + n * step.ms,
  )
  return marks.map((at) => ({ at, label: at % day === 0 && step.ms < day ? dayOf(at) : step.say(at) }))
}

/** Width of a label in pixels. */
const labelWidth = 92

/** Axes of the chart: horizontal lines with round amounts at the left, and round times below. */
export const ChartFrame = ({
  scene,
  span,
  width,
  isToNow,
}: {
  scene: Scene
  span: Span
  width: number
  isToNow: boolean
}) => (
  <>
    {scene.levels.map(({ value, y }) => (
      <g key={value}>
        <path className={classes.rule} d={`M${plot.left} ${y}H${scene.right}`} />
        <text className={classes.label} x={plot.left - 10} y={y + 4} textAnchor="end">
          {count(value)}
        </text>
      </g>
    ))}
    {timeMarks(span, Math.max(2, Math.floor(width / labelWidth)))
      .map(({ at, label }) => ({ x: scene.xOf(at), label }))
      .filter(({ x }) => !isToNow || x < scene.right - 62)
      .map(({ x, label }) => (
        <text
          key={x}
          className={classes.label}
          x={x}
          y={plot.labels}
          textAnchor={x < plot.left + 20 ? 'start' : 'middle'}
        >
          {label}
        </text>
      ))}
    {isToNow && (
      <text className={classes.label} x={scene.right} y={plot.labels} textAnchor="end">
        Now
      </text>
    )}
  </>
)
