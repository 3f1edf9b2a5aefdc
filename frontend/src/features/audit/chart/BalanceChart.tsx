import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import type { CurveAnswer } from '#domain/ledger-answers.ts'
import { count } from '../amounts.ts'
import classes from './balance-chart.module.css'
import { ChartFrame } from './ChartFrame.tsx'
import { layOutCurve, plot, type Span, stepAt } from './curve.ts'
import type { Now } from './now.ts'
import { Scrubber } from './Scrubber.tsx'

interface Props {
  curve: CurveAnswer
  span: Span
  now: Now
  /** True if the range ends now. */
  isToNow: boolean
  onStep: (steps: -1 | 1) => void
  onMove: (to: { at: string } | { position: string } | 'now' | 'first') => void
  /** Rendered in the corner. */
  children?: ReactNode
}

/** Chart of the balance over time with the viewed moment, and below it the slider that changes the moment. */
export const BalanceChart = ({ curve, span, now, isToNow, onStep, onMove, children }: Props) => {
  const { ref, width } = useElementSize()
  const at = Date.parse(now.at)
  const scene = useMemo(
    () => layOutCurve(curve, span, { at, position: now.position }, width),
    [curve, span, at, now.position, width],
  )
  const moveTo = (x: number) => {
    const step = stepAt(curve.steps, scene.timeAt(x))
    if (step && step.position !== now.position) onMove({ position: step.position })
    else if (!step) onMove('first')
  }
  return (
    <div className={classes.chart}>
      <div className={classes.corner}>{children}</div>
      <div ref={ref} className={classes.plot} style={{ height: plot.height }}>
        {width > 0 && (
          <>
            <svg width={width} height={plot.height} aria-hidden="true">
              <ChartFrame scene={scene} span={span} width={width} isToNow={isToNow} />
              <rect
                className={classes.later}
                x={scene.here.x}
                y={plot.top - 4}
                width={Math.max(0, scene.right - scene.here.x)}
                height={plot.bottom - plot.top + 4}
              />
              <path className={classes.area} d={scene.area} />
              <path className={classes.past} d={scene.past} />
              <path className={classes.future} d={scene.future} />
              <path className={classes.now} d={`M${scene.here.x} ${plot.top - 6}V${plot.thread}`} />
              <circle className={classes.here} cx={scene.here.x} cy={scene.here.y} r={4.5} />
            </svg>
            <Scrubber
              scene={scene}
              now={now}
              onStep={onStep}
              onMove={onMove}
              text={`${now.words}. Balance ${count(now.balance)}`}
              onPoint={moveTo}
            />
          </>
        )}
      </div>
    </div>
  )
}
