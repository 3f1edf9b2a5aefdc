import type { KeyboardEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { anchorOf, goTo, linksId, linksTitle } from './anchors.ts'
import { OutlineEntry } from './OutlineEntry.tsx'
import classes from './outline.module.css'
import type { SegmentActs } from './use-segments.ts'
import type { Heading } from './use-written.ts'

interface Props {
  segments: readonly SegmentItem[]
  /** Whether relationships come after them. */
  hasLinks: boolean
  headings: ReadonlyMap<string, readonly Heading[]>
  /** The one that is being read. */
  active: string | undefined
  acts: SegmentActs
  editable: boolean
  children?: ReactNode
}

/** What the page consists of, beside it: a thread on what is being read. Whoever may edit drags it into another order, or moves it with Alt and the arrows. */
export const Outline = ({ segments, hasLinks, headings, active, acts, editable, children }: Props) => {
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const step = async (event: KeyboardEvent, segment: SegmentItem, n: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!editable || !event.altKey || by === undefined || !segments[n + by]) return
    event.preventDefault()
    setSaid(`${segment.title}: place ${n + by + 1} of ${segments.length}`)
    await acts.step(segment.id, by)
    // It stands elsewhere now, and keeps the focus.
    list.current?.querySelector<HTMLElement>(`[href="#${anchorOf(segment.id)}"]`)?.focus()
  }
  // What is beside it keeps its place.
  if (segments.length === 0 && !hasLinks) return <div className={classes.outline} />
  return (
    <nav className={classes.outline} aria-label="In this entry">
      <p>In this entry</p>
      <ol ref={list}>
        {segments.map((segment, n) => (
          <OutlineEntry
            key={segment.id}
            segment={segment}
            index={n}
            isActive={segment.id === active}
            isDraggable={editable && segments.length > 1}
            onGo={() => goTo(segment.id)}
            onKeyDown={(event) => void step(event, segment, n)}
            onDropped={(id) => void acts.dragTo(id, n)}
          >
            {headings.get(segment.id)?.map(({ text, element, key }) => (
              <button key={key} type="button" dir="auto" onClick={() => element.scrollIntoView({ block: 'start' })}>
                {text}
              </button>
            ))}
          </OutlineEntry>
        ))}
        {hasLinks && (
          <li data-active={active === linksId || undefined}>
            <a
              className={classes.entry}
              href={`#${anchorOf(linksId)}`}
              aria-current={active === linksId ? 'true' : undefined}
              draggable={false}
              onClick={(event) => {
                event.preventDefault()
                goTo(linksId)
              }}
            >
              {linksTitle}
            </a>
          </li>
        )}
      </ol>
      {children}
      <span className={classes.said} role="status">
        {said}
      </span>
    </nav>
  )
}
