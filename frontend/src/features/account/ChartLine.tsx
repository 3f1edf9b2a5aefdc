import classes from './chart.module.css'
import type { Scene } from './chart.ts'

/** The balance as steps over round figures. */
export const ChartLine = ({ steps, area, levels, left, right }: Scene) => (
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

export const Lane = ({ name, y, left, right }: { name: string; y: number } & Pick<Scene, 'left' | 'right'>) => (
  <>
    <text className={classes.label} x={left - 12} y={y + 4} textAnchor="end">
      {name}
    </text>
    <line className={classes.rule} x1={left} x2={right} y1={y + 12} y2={y + 12} />
  </>
)
