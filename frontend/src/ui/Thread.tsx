import { useReducedMotion } from '@mantine/hooks'
import classes from './thread.module.css'

/*
 * The thread: a thin line that marks the active entry of the sidebar, progress, and live activity, and nothing else.
 */

/** The sidebar's active entry: the saffron thread leaves the warp, loops to the icon and returns. Its parent draws the warp. */
export const ThreadLoop = ({ height = 34 }: { height?: number }) => (
  <svg className={classes.loop} viewBox={`0 0 14 ${height}`} width={14} height={height} aria-hidden="true">
    <path d={`M4.5 0v${height / 2 - 10}c0 5.5 7 5 7 10s-7 4.5-7 10V${height}`} />
  </svg>
)

/** Progress from 0 to 1; the rest is dashed. Without a `label` it decorates a text that contains the value. */
export const ThreadProgress = ({ value, label }: { value: number; label?: string }) => {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  const meaning = label
    ? { role: 'progressbar', 'aria-label': label, 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 }
    : { 'aria-hidden': true }
  return (
    <div className={classes.progress} {...meaning}>
      <i className={classes.woven} style={{ width: `${percent}%` }} />
    </div>
  )
}

/** Marks live activity: a running stitch that drifts. */
export const LiveStitch = ({ width = 34 }: { width?: number }) => (
  <span className={classes.live} style={{ width }} aria-hidden="true" />
)

/** Three stitches sewn from left to right while something is saved. */
export const SavingStitches = () => (
  <span className={classes.saving} aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)

/** Work of unknown duration: a shuttle that moves back and forth. */
export const ThreadLoader = ({ label = 'Loading' }: { label?: string }) => (
  <span className={classes.loader} role="status" aria-label={label}>
    <i />
  </span>
)

/** The progress of a picture: a grey warp, with bands of `picture` woven from the bottom up to `value` (0 to 1). */
export const Weaving = ({ value, picture }: { value: number; picture?: string | undefined }) => {
  const still = useReducedMotion()
  return (
    <div className={classes.weaving} aria-hidden="true">
      <div className={classes.warp} />
      <div
        className={classes.bands}
        style={{ height: `${Math.round(value * 100)}%`, ...(still ? { transition: 'none' } : {}) }}
      >
        {picture ? <img src={picture} alt="" /> : <span />}
      </div>
    </div>
  )
}
