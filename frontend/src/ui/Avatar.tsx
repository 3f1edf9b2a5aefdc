import classes from './avatar.module.css'
import { initial } from './initial.ts'
import { colourNumber } from './person-colour.ts'

const pastels = ['#e0a44c', '#93b9df', '#6fc6ae', '#f0a274', '#c8a9d6', '#a3c58d', '#f2937f', '#cdbfab']

interface Props {
  name: string
  /** In the order in which the people of a campaign joined, where several are told apart by their colours. */
  number?: number | undefined
  size?: number
}

/** A person's first letter. The name stands beside it or in the label of what holds it. */
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
