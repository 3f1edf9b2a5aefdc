import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import classes from './carets.module.css'
import { dyeOf } from './dye.ts'
import type { Caret } from './use-carets.ts'

/** Pixels within the text's container. */
export interface Place {
  top: number
  height: number
  /** The caret itself; only within an editor. */
  caret?: { left: number; top: number; height: number; width: number }
}

interface Props {
  carets: readonly Caret[]
  /** Position of a caret's paragraph; undefined off screen. */
  placeOf: (caret: Caret) => Place | undefined
  /** The text element, whose layout determines the positions. */
  text: RefObject<HTMLElement | null>
}

const mostFaces = 3

/**
 * Carets of other users at their paragraphs: a coloured mark in the margin with their avatar on top, never over text.
 */
export const Stitches = ({ carets, placeOf, text }: Props) => {
  const [, setLaidOut] = useState(0)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || carets.length === 0) return
    const observer = new ResizeObserver(() => setLaidOut((n) => n + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, carets.length])
  const placed = carets.flatMap((caret) => {
    const place = placeOf(caret)
    return place ? [{ caret, place }] : []
  })
  const rows = Map.groupBy(placed, ({ place }) => place.top)
  return (
    <div className={classes.layer} aria-hidden="true">
      {[...rows].map(([top, there]) => (
        <span
          key={top}
          className={classes.row}
          style={{ top, height: there[0]?.place.height, '--d': dyeOf(there[0]?.caret.number ?? 0) } as CSSProperties}
          data-idle={there.every(({ caret }) => caret.isIdle) || undefined}
          title={there.map(({ caret }) => caret.name).join(', ')}
        >
          <span className={classes.faces}>
            {there.slice(0, mostFaces).map(({ caret }) => (
              <Avatar key={caret.connectionId} name={caret.name} number={caret.number} size={20} />
            ))}
            {there.length > mostFaces && <small>+{there.length - mostFaces}</small>}
          </span>
        </span>
      ))}
      {placed.map(
        ({ caret, place }) =>
          place.caret &&
          !caret.isIdle && (
            <span
              key={caret.connectionId}
              className={classes.caret}
              style={{ ...place.caret, '--d': dyeOf(caret.number) } as CSSProperties}
              data-range={place.caret.width > 2 || undefined}
            />
          ),
      )}
    </div>
  )
}
