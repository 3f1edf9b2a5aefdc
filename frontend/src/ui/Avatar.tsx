import classes from './avatar.module.css'
import { initial } from './initial.ts'
import { colourNumber } from './person-colour.ts'

const pastels = ['#e0a44c', '#93b9df', '#6fc6ae', '#f0a274', '#c8a9d6', '#a3c58d', '#f2937f', '#cdbfab']

/** A person's first letter. The name stands beside it or in the label of what holds it. */
export const Avatar = ({ name, size = 28 }: { name: string; size?: number }) => (
  <span
    className={classes.avatar}
    style={{
      width: size,
      height: size,
      fontSize: size * 0.43,
      background: pastels[colourNumber(name, pastels.length)],
    }}
    aria-hidden="true"
  >
    {initial(name)}
  </span>
)
