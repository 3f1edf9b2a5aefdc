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
  /** True if a section of relationships follows the segments. */
  hasLinks: boolean
  headings: ReadonlyMap<string, readonly Heading[]>
  /** The id of the current section. */
  active: string | undefined
  acts: SegmentActs
  editable: boolean
  children?: ReactNode
}

/**
 * The table of contents next to the page, which marks the current section. Editors reorder it by dragging, or with Alt
 * and the arrows.
 */
export const Outline = ({ segments, hasLinks, headings, active, acts, editable, children }: Props) => {
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const step = async (event: KeyboardEvent, segment: SegmentItem, n: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!editable || !event.altKey || by === undefined || !segments[n + by]) return
    event.preventDefault()
    setAnnouncement(`${segment.title}: place ${n + by + 1} of ${segments.length}`)
    await acts.step(segment.id, by)
    // Focuses the moved entry again.
    list.current?.querySelector<HTMLElement>(`[href="#${anchorOf(segment.id)}"]`)?.focus()
  }
  // An empty column preserves the layout.
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
        {announcement}
      </span>
    </nav>
  )
}
