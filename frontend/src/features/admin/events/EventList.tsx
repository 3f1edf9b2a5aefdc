import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import { EventRow } from './EventRow.tsx'
import { Lanes } from './Lanes.tsx'
import { chainOf } from './lanes.ts'
import classes from './rows.module.css'

interface Props {
  /** Newest first. */
  events: readonly AdminEvent[]
  /** Those that have arrived while one was looking. */
  fresh: ReadonlySet<string>
  selected: string | undefined
  today: number
  isBusy: boolean
  /** Rows of two lines. */
  isPhone: boolean
  onInspect: (id: string) => void
}

const pageRows = 10
const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + pageRows, last),
  PageUp: (at) => Math.max(at - pageRows, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** The rows as a grid: arrows move, Enter inspects. Where one is follows the event, not its place, so that news above moves nobody. */
export const EventList = ({ events, fresh, selected, today, isBusy, isPhone, onInspect }: Props) => {
  const [focused, setFocused] = useState<string>()
  const body = useRef<HTMLTableSectionElement>(null)
  const causes = useMemo(() => events.map(({ id, metadata }) => ({ id, causationId: metadata.causationId })), [events])
  const chain = useMemo(() => chainOf(causes, selected), [causes, selected])
  const has = (id: string | undefined) => id !== undefined && events.some((event) => event.id === id)
  const stop = [focused, selected].find(has) ?? events[0]?.id

  const focus = useCallback((id: string | undefined) => {
    if (id) body.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)?.focus()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const at = events.findIndex(({ id }) => id === stop)
    const move = moves[event.key]
    if (move && events.length > 0) {
      event.preventDefault()
      focus(events[move(at, events.length - 1)]?.id)
    } else if ((event.key === 'Enter' || event.key === ' ') && stop) {
      event.preventDefault()
      onInspect(stop)
    }
  }

  return (
    <div className={classes.body}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that take focus and keys make a table a grid.
        role="grid"
        aria-label="Events, newest first"
        aria-rowcount={events.length + 1}
        aria-busy={isBusy}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr className={classes.head} aria-rowindex={1}>
            <th scope="col">Cause</th>
            <th scope="col">Time</th>
            <th scope="col">Event</th>
            <th scope="col">Stream</th>
            <th scope="col">Actor</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {events.map((event, index) => (
            <EventRow
              key={event.id}
              event={event}
              today={today}
              index={index}
              isSelected={event.id === selected}
              isInChain={chain.has(event.id)}
              isFresh={fresh.has(event.id)}
              isStop={event.id === stop}
              isPhone={isPhone}
              onInspect={onInspect}
              onFocus={setFocused}
            />
          ))}
        </tbody>
      </table>
      <Lanes events={causes} chain={chain} selected={selected} isPhone={isPhone} />
    </div>
  )
}
