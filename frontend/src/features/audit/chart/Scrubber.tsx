import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import classes from './balance-chart.module.css'
import { plot, type Scene } from './curve.ts'
import type { Now } from './now.ts'

interface Props {
  scene: Scene
  now: Now
  /** Text for screen readers: the time and the balance. */
  text: string
  onStep: (steps: -1 | 1) => void
  onMove: (to: { at: string } | 'now' | 'first') => void
  /** Receives the pointer's distance from the left edge in pixels, on a press and while dragging. */
  onPoint: (x: number) => void
}

const day = 86_400_000

/** Slider that changes the moment: arrow keys move by an entry, Page Up and Page Down by a day, Home and End to the ends. */
export const Scrubber = ({ scene, now, text, onStep, onMove, onPoint }: Props) => {
  const track = useRef<HTMLDivElement>(null)
  const isHeld = useRef(false)
  const byDays = (days: number) => () => onMove({ at: new Date(Date.parse(now.at) + days * day).toISOString() })
  const keys: Record<string, () => void> = {
    ArrowLeft: () => onStep(-1),
    ArrowDown: () => onStep(-1),
    ArrowRight: () => onStep(1),
    ArrowUp: () => onStep(1),
    PageUp: byDays(-1),
    PageDown: byDays(1),
    Home: () => onMove('first'),
    End: () => onMove('now'),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  const point = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (box) onPoint(event.clientX - box.left)
  }
  const release = () => {
    isHeld.current = false
  }
  return (
    <div
      ref={track}
      className={classes.track}
      onPointerDown={(event) => {
        isHeld.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => isHeld.current && point(event)}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <Thread scene={scene} />
      <div
        className={classes.thumb}
        style={{ left: scene.here.x, top: plot.thread }}
        role="slider"
        tabIndex={0}
        aria-label="Moment"
        aria-valuemin={0}
        aria-valuemax={now.total}
        aria-valuenow={now.entry}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
      >
        <Knob />
      </div>
    </div>
  )
}

/** The slider's track before and after the moment, with ticks for the entries. */
const Thread = ({ scene }: Pick<Props, 'scene'>) => (
  <svg width="100%" height={plot.height} aria-hidden="true">
    <path className={classes.ahead} d={`M${scene.here.x} ${plot.thread}H${scene.right}`} />
    <path className={classes.behind} d={`M${plot.left} ${plot.thread}H${scene.here.x}`} />
    {scene.ticks.map(({ x, isFuture }) => (
      <path key={x} className={isFuture ? classes.tickAhead : classes.tick} d={`M${x} ${plot.thread - 4}v8`} />
    ))}
  </svg>
)

const Knob = () => (
  <svg width={22} height={22} viewBox="-11 -11 22 22" aria-hidden="true">
    <circle className={classes.knob} r={9} />
    <path className={classes.bars} d="M-2.5 -3.5v7M2.5 -3.5v7" />
  </svg>
)
