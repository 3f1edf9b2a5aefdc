import { memo } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import { categoryOf, subjectOf } from '#domain/metadata.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { shortId } from '../person.ts'
import { Actor } from './Actor.tsx'
import { isActing } from './acting.ts'
import { noteOf } from './note.ts'
import { clockTime } from './time.ts'

interface Props {
  event: AdminEvent
  /** Midnight, so that a row is drawn anew once a day. */
  today: number
  index: number
  isSelected: boolean
  isInChain: boolean
  isFresh: boolean
  /** The one row that Tab stops at; arrows move it. */
  isStop: boolean
  onInspect: (id: string) => void
  onFocus: (id: string) => void
}

export const EventRow = memo(
  ({ event, today, index, isSelected, isInChain, isFresh, isStop, onInspect, onFocus }: Props) => {
    const note = noteOf(event.data)
    return (
      <tr
        className="evt-row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        tabIndex={isStop ? 0 : -1}
        data-event={event.id}
        data-chain={isInChain || undefined}
        data-fresh={isFresh || undefined}
        data-impersonated={isActing(event) || undefined}
        onClick={() => onInspect(event.id)}
        onFocus={() => onFocus(event.id)}
      >
        <td className="evt-cause" />
        <td className="evt-time">
          <time dateTime={event.at} title={event.at}>
            {clockTime(event.at, today)}
          </time>
        </td>
        <td className="evt-type">
          <b className="evt-ell">{event.type}</b>
          {note && <Badge dye={note.dye}>{note.text}</Badge>}
        </td>
        <td className="evt-stream evt-ell" title={event.stream}>
          {categoryOf(event.stream)}/{shortId(subjectOf(event.stream))}
        </td>
        <td className="evt-who">
          <Actor event={event} />
        </td>
      </tr>
    )
  },
)
