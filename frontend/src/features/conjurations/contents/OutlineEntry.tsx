import { IconShield } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { anchorOf } from './anchors.ts'
import classes from './outline.module.css'
import { useSorting } from './use-sorting.ts'

interface Props {
  segment: SegmentItem
  index: number
  isActive: boolean
  isDraggable: boolean
  onGo: () => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Called with the id of an entry that was dropped on this one. */
  onDropped: (id: string) => void
  /** Buttons for the headings of the segment. */
  children: ReactNode
}

export const OutlineEntry = ({
  segment,
  index,
  isActive,
  isDraggable,
  onGo,
  onKeyDown,
  onDropped,
  children,
}: Props) => {
  const { id, title, isForDms } = segment
  const ref = useRef<HTMLLIElement>(null)
  const { over, isDragged } = useSorting(ref, { list: 'outline', id, index, isDraggable, onDropped })
  return (
    <li ref={ref} data-active={isActive || undefined} data-over={over} data-dragged={isDragged || undefined}>
      <a
        className={classes.entry}
        href={`#${anchorOf(id)}`}
        dir="auto"
        aria-current={isActive ? 'true' : undefined}
        aria-keyshortcuts={isDraggable ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        draggable={false}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          // The URL does not change, so that Back leads to the previous page.
          event.preventDefault()
          onGo()
        }}
      >
        {title}
        {isForDms && <IconShield size={13} aria-label="DM only" />}
      </a>
      {children}
    </li>
  )
}
