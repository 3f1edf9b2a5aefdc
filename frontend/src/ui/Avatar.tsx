import classes from './avatar.module.css'
import { initial } from './initial.ts'
import { colourNumber } from './person-colour.ts'

const pastels = ['#e0a44c', '#93b9df', '#6fc6ae', '#f0a274', '#c8a9d6', '#a3c58d', '#f2937f', '#cdbfab']

interface Props {
  name: string
  /** The member's place in the order of joining, which selects a colour per member. Without it, the name selects the colour. */
  number?: number | undefined
  size?: number
}

/** The initial of a person. The name is next to it or in the container's label. */
export const Avatar = ({ name, number, size = 28 }: Props) => (
  <span
    className={classes.avatar}
    style={{
      width: size,
      height: size,
      fontSize: size * 0.43,
      background: pastels[(number ?? colourNumber(name, pastels.length)) % pastels.length],
    }}
    aria-hidden="true"
  >
    {initial(name)}
  </span>
)
