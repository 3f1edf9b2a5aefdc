import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { announceCover, coveredFrom } from '../editor/in-sight.ts'
import classes from './mention-picker.module.css'

/** A line within the text's container, in pixels. */
export interface LinePlace {
  left: number
  top: number
  bottom: number
}

interface Props {
  place: LinePlace
  /** The number of rows; the list is laid out again when it changes. */
  count: number
  children: ReactNode
}

const gap = 6

/** A list below the current line, or above it if there is no space. On a phone it is above the tools. */
export const BesideLine = ({ place, count, children }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const [isAbove, setAbove] = useState(false)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || count < 0) return
    // On a phone the list is fixed to the screen, and has no offset parent.
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
