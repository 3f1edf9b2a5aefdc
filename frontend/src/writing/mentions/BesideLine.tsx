import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { announceCover, coveredFrom } from '../editor/in-sight.ts'
import classes from './mention-picker.module.css'

/** A line within what holds the text, in pixels. */
export interface LinePlace {
  left: number
  top: number
  bottom: number
}

interface Props {
  place: LinePlace
  /** How many rows it has: with it, it is laid out again. */
  count: number
  children: ReactNode
}

const gap = 6

/** A list below the line that is written, or above it where there is no room below. On a phone it lies above the tools. */
export const BesideLine = ({ place, count, children }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const [isAbove, setAbove] = useState(false)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || count < 0) return
    // On a phone it is fixed to the screen, and so has no such parent.
    const page = element.offsetParent
    if (!page) return announceCover()
    const { top } = page.getBoundingClientRect()
    const height = element.offsetHeight
    const isRoomBelow = top + place.bottom + gap + height <= coveredFrom()
    setAbove(!isRoomBelow && top + place.top - gap - height >= 0)
    announceCover()
  }, [place.top, place.bottom, count])
  return (
    <div
      ref={list}
      className={classes.list}
      data-covers
      style={
        {
          '--left': `${place.left}px`,
          '--top': isAbove ? `${place.top - gap}px` : `${place.bottom + gap}px`,
        } as CSSProperties
      }
      data-above={isAbove || undefined}
    >
      {children}
    </div>
  )
}
