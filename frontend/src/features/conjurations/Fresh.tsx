import classes from './column.module.css'
/** A tint that fades: somebody else's version has just taken the field. `news` grows each time that it does. */
export const Fresh = ({ news }: { news: number }) =>
  news > 0 ? <i key={news} className={classes.fresh} aria-hidden="true" /> : null
