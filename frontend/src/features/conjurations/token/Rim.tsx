import { useId } from 'react'
import { rimColours, rimWidth, type TokenRim, tokenSize } from '#domain/tokens.ts'
import classes from './token.module.css'

const half = tokenSize / 2

/** The rim as the server draws it. */
export const Rim = ({ rim, colour }: { rim: TokenRim; colour: string }) => {
  const id = useId()
  const colours = rimColours(rim, colour)
  if (colours.length === 0) return null
  return (
    <svg className={classes.rim} viewBox={`0 0 ${tokenSize} ${tokenSize}`} aria-hidden="true">
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        {colours.map((colour, n) => (
          <stop key={colour} offset={n / Math.max(1, colours.length - 1)} stopColor={colour} />
        ))}
      </linearGradient>
      <circle cx={half} cy={half} r={half - rimWidth / 2} fill="none" stroke={`url(#${id})`} strokeWidth={rimWidth} />
    </svg>
  )
}
