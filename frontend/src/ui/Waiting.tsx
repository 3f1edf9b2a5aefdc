import { ThreadLoader } from './Thread.tsx'
import classes from './waiting.module.css'

/** A screen or a part of one that is still being fetched. */
export const Waiting = () => (
  <div className={classes.waiting}>
    <ThreadLoader />
  </div>
)
