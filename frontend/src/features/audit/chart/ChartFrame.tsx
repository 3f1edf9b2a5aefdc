import { count } from '../amounts.ts'
import classes from './balance-chart.module.css'
import { plot, type Scene, type Span } from './curve.ts'
import { timeMarks } from './time-marks.ts'

/** Width of a label in pixels. */
const labelWidth = 92

/** Round figures at the left, round times below. */
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
