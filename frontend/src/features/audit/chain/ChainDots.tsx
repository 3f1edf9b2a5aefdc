import classes from './chain.module.css'

const [width, height, most, mostLater] = [384, 22, 12, 3]

interface Props {
  entry: number
  /** The number of later links. */
  later: number
  badEntry: number | undefined
}

/** Draws the last chain links up to the moment as dots on a line. Later links, and those after a broken one, are dashed. */
export const ChainDots = ({ entry, later, badEntry = Number.POSITIVE_INFINITY }: Props) => {
  const shownLater = Math.min(later, mostLater)
  const shown = Math.min(entry, most + mostLater - shownLater)
  const gap = (width - 16) / (most + mostLater - 1)
  const dots = Array.from({ length: shown + shownLater }, (_, n) => ({ entry: entry - shown + 1 + n, x: 8 + n * gap }))
  const here = dots[shown - 1]?.x ?? 8
  const bad = dots.find((dot) => dot.entry >= badEntry)
  const good = Math.min(bad?.x ?? here, here)
  const end = dots.at(-1)?.x ?? here
  return (
    <svg className={classes.dots} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path className={classes.proven} d={`M4 11H${good}`} />
      {end > good && <path className={classes.unproven} d={`M${good + 6} 11H${end + 4}`} />}
      {dots.map((dot) => (
        <circle
          key={dot.entry}
          className={classes.dot}
          data-bad={dot.entry === badEntry || undefined}
          data-dashed={dot.entry > Math.min(entry, badEntry) || undefined}
          data-here={dot.entry === entry || undefined}
          cx={dot.x}
          cy={11}
          r={dot.entry === entry ? 5 : 4}
        />
      ))}
    </svg>
  )
}
