import classes from './column.module.css'
/** A fading tint for a field that was just changed by another member. `news` counts these changes. */
export const Fresh = ({ news }: { news: number }) =>
  news > 0 ? <i key={news} className={classes.fresh} aria-hidden="true" /> : null
