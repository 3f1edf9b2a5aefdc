import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import { EventRow } from './EventRow.tsx'
import { Lanes } from './Lanes.tsx'
import { chainOf } from './lanes.ts'
import { rowHeight } from './row-height.ts'
import classes from './rows.module.css'

interface Props {
  /** Newest first. */
  events: readonly AdminEvent[]
  /** Events that arrived while the list was open. */
  fresh: ReadonlySet<string>
  selected: string | undefined
  today: number
  isBusy: boolean
  /** True on phones, where a row has two lines. */
  isPhone: boolean
  onInspect: (id: string) => void
  /** Fetches older events as the user scrolls; undefined if there are none, or if the list must not fetch them by itself. */
  onOlder: (() => void) | undefined
}

const headHeight = 30
/** Number of rows rendered outside the viewport, and number of rows left below it at which older events are fetched. */
const [overscan, ahead] = [12, 60]
const pageRows = 10
const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + pageRows, last),
  PageUp: (at) => Math.max(at - pageRows, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Returns a function that focuses an event's row, as soon as it is rendered: the virtualised list renders rows in view only. */
const useLateFocus = (table: RefObject<HTMLElement | null>) => {
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    const row = wanted && table.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(wanted)}"]`)
    if (!row) return
    row.focus({ preventScroll: true })
    setWanted(undefined)
  })
  return setWanted
}

const Head = () => (
  <thead>
    <tr className={classes.head} aria-rowindex={1}>
      <th scope="col">Cause</th>
      <th scope="col">Time</th>
      <th scope="col">Event</th>
      <th scope="col">Stream</th>
      <th scope="col">Actor</th>
    </tr>
  </thead>
)

/** Virtualises the rows, and fetches older events before the last row is reached. `focus` scrolls to a row and focuses it. */
const useDrawnRows = ({ events, isPhone, onOlder }: Pick<Props, 'events' | 'isPhone' | 'onOlder'>) => {
  const table = useRef<HTMLTableElement>(null)
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => table.current?.closest<HTMLElement>('[data-scrolls]') ?? null,
    estimateSize: () => rowHeight(isPhone),
    overscan,
    scrollPaddingStart: headHeight,
    getItemKey: (index) => events[index]?.id ?? index,
  })
  const rows = virtual.getVirtualItems()
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? -1]
  const isNearEnd = last >= events.length - ahead
  useEffect(() => {
    if (isNearEnd) onOlder?.()
  }, [isNearEnd, onOlder])

  const focusOnceDrawn = useLateFocus(table)
  const focus = (index: number) => {
    virtual.scrollToIndex(index)
    focusOnceDrawn(events[index]?.id)
  }
  return { table, rows, first, last, height: virtual.getTotalSize(), focus }
}

/**
 * The rows as a grid: arrow keys move, Enter inspects. The focus belongs to an event and not to a position, so that new
 * events do not move it.
 */
export const EventList = ({ events, fresh, selected, today, isBusy, isPhone, onInspect, onOlder }: Props) => {
  const [focused, setFocused] = useState<string>()
  const causes = useMemo(() => events.map(({ id, metadata }) => ({ id, causationId: metadata.causationId })), [events])
  const chain = useMemo(() => chainOf(causes, selected), [causes, selected])
  const placeOf = useMemo(() => new Map(events.map(({ id }, place) => [id, place])), [events])
  const stop = [focused, selected].find((id) => id !== undefined && placeOf.has(id)) ?? events[0]?.id
  const { table, rows, first, last, height, focus } = useDrawnRows({ events, isPhone, onOlder })

  const onKeyDown = (event: KeyboardEvent) => {
    const at = placeOf.get(stop ?? '') ?? 0
    const move = moves[event.key]
    if (move && events.length > 0) {
      event.preventDefault()
      focus(move(at, events.length - 1))
    } else if ((event.key === 'Enter' || event.key === ' ') && stop) {
      event.preventDefault()
      onInspect(stop)
    }
  }

  return (
    <div className={classes.body}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that take focus and keys make a table a grid.
        role="grid"
        aria-label="Events, newest first"
        aria-rowcount={events.length + 1}
        aria-busy={isBusy}
        onKeyDown={onKeyDown}
      >
        <Head />
        <tbody style={{ height }}>
          {rows.map(({ index, start }) => {
            const event = events[index]
            return (
              event && (
                <EventRow
                  key={event.id}
                  event={event}
                  today={today}
                  index={index}
                  top={start}
                  isSelected={event.id === selected}
                  isInChain={chain.has(event.id)}
                  isFresh={fresh.has(event.id)}
                  isStop={event.id === stop}
                  isPhone={isPhone}
                  onInspect={onInspect}
                  onFocus={setFocused}
                />
              )
            )
          })}
        </tbody>
      </table>
      <Lanes events={causes} chain={chain} selected={selected} isPhone={isPhone} first={first} last={last} />
    </div>
  )
}
