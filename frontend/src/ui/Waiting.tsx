import { ThreadLoader } from './Thread.tsx'
import classes from './waiting.module.css'

/** Placeholder of a screen, or of a part of it, that is still loading. */
export const Waiting = () => (
  <div className={classes.waiting}>
    <ThreadLoader />
  </div>
)
