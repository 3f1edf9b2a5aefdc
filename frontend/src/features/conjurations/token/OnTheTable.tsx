import type { TokenLook } from '#domain/tokens.ts'
import { percentOf } from './Cut.tsx'
import { Rim } from './Rim.tsx'
import classes from './token.module.css'

interface Props {
  uri: string
  size: { width: number; height: number }
  look: TokenLook | null
  colour: string
}

/** Preview at the size of one square of a map. */
export const OnTheTable = ({ uri, size, look, colour }: Props) => {
  const square = look && percentOf(size, look)
  return (
    <figure className={classes.table}>
      <figcaption>On the table, one square</figcaption>
      <div className={classes.board}>
        {square && (
          <span className={classes.token}>
            <img
              src={uri}
              alt=""
              style={{
                width: `${10_000 / square.width}%`,
                height: `${10_000 / square.height}%`,
                left: `${(-square.x / square.width) * 100}%`,
                top: `${(-square.y / square.height) * 100}%`,
              }}
            />
            <Rim rim={look.rim} colour={colour} />
          </span>
        )}
      </div>
    </figure>
  )
}
