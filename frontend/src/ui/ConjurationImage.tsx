import { memo } from 'react'
import classes from './conjuration-image.module.css'
import { ofFirstRow, ofLaterRows, thumbnailsOf } from './picture-sources.ts'

/** Colours of the pattern's warp and weft. */
const dyes = ['weld', 'woad', 'orchil', 'verdigris', 'lichen', 'copper', 'madder', 'walnut'] as const

/** Derives constant numbers from an id: FNV-1a, mixed once more for each further number. */
const numbersOf = (id: string, count: number): number[] => {
  let hash = 0x811c9dc5
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return Array.from({ length: count }, () => {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
    hash ^= hash >>> 15
    return hash >>> 0
  })
}

/** Returns bands that fill a length, with gaps between them. */
const bandsIn = (length: number, numbers: readonly number[]): { at: number; width: number }[] => {
  const bands: { at: number; width: number }[] = []
  for (let at = 0, n = 0; at < length; n++) {
    const width = 5 + ((numbers[n % numbers.length] ?? 0) % 21)
    bands.push({ at, width })
    at += width + 3 + (n % 2) * 6
  }
  return bands
}

/** A pattern derived from the lore's id, plain enough to fit among images. */
const Cloth = ({ id }: { id: string }) => {
  const [warp = 0, step = 0, ...widths] = numbersOf(id, 8)
  const first = dyes[warp % dyes.length]
  const second = dyes[(warp + 1 + (step % (dyes.length - 1))) % dyes.length]
  return (
    <svg className={classes.cloth} viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {bandsIn(120, widths).map(({ at, width }) => (
        <rect key={`v${at}`} x={at} width={width} height="80" fill={`var(--ll-${first})`} opacity=".1" />
      ))}
      {bandsIn(80, widths.toReversed()).map(({ at, width }) => (
        <rect key={`h${at}`} y={at} width="120" height={width} fill={`var(--ll-${second})`} opacity=".09" />
      ))}
      <path className={classes.thread} d={`M0 ${20 + (step % 40)}h120`} />
    </svg>
  )
}

interface Props {
  /** The lore's id. */
  id: string
  /** URL of its primary image; null renders the pattern. */
  uri: string | null
  /** Displayed width in CSS pixels, which selects the smallest sharp file. */
  width: number
  /** True for an image at the top of its screen. */
  isFirst?: boolean
}

/** Represents a lore item: its primary image, or the pattern of its id. Fills its container. */
export const ConjurationImage = memo(({ id, uri, width, isFirst = false }: Props) =>
  uri ? (
    <img
      className={classes.picture}
      src={`${uri}?w=640`}
      srcSet={thumbnailsOf(uri)}
      sizes={`${Math.round(width)}px`}
      alt=""
      {...(isFirst ? ofFirstRow : ofLaterRows)}
      decoding="async"
      draggable={false}
    />
  ) : (
    <Cloth id={id} />
  ),
)
