import { IconHexagon, IconUserShield } from '@tabler/icons-react'
import { memo } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import { categoryOf, subjectOf } from '#domain/metadata.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { aboutOf } from './about.ts'
import { actorName, isActing, isPerson } from './acting.ts'
import eventsClasses from './events.module.css'
import { noteOf } from './note.ts'
import rowsClasses from './rows.module.css'
import { dayTime } from './time.ts'

/** The actor: a user, the system, or an admin who impersonates a user. */
const Actor = ({ event }: { event: AdminEvent }) => {
  const { actor, impersonator } = event.metadata
  const name = actorName(actor, event.actorName)
  return (
    <span className={rowsClasses.actor} data-system={!isPerson(actor) || undefined}>
      {isPerson(actor) ? <Avatar name={name} size={20} /> : <IconHexagon size={15} aria-hidden="true" />}
      <span className={eventsClasses.ell} dir="auto">
        {name}
      </span>
      {isActing(event) && impersonator && (
        <Badge colour="orchil" icon={<IconUserShield size={13} aria-hidden="true" />}>
          by {event.impersonatorName ?? shortId(impersonator)}
        </Badge>
      )}
    </span>
  )
}

interface Props {
  event: AdminEvent
  /** Time of the last midnight, in ms. Its change re-renders the memoised row once a day. */
  today: number
  index: number
  /** Offset in the list, in px. */
  top: number
  isSelected: boolean
  isInChain: boolean
  isFresh: boolean
  /** True for the only row in the tab order. Arrow keys move the focus to other rows. */
  isStop: boolean
  /** True on phones: the row has two lines, and the event's subject replaces its stream. */
  isPhone: boolean
  onInspect: (id: string) => void
  onFocus: (id: string) => void
}

export const EventRow = memo(
  ({ event, today, index, top, isSelected, isInChain, isFresh, isStop, isPhone, onInspect, onFocus }: Props) => {
    const note = noteOf(event.data)
    const said = aboutOf(event)
    const about = said === note?.text ? undefined : said
    const what = about && (
      <span className={`${rowsClasses.what} ${eventsClasses.ell}`} title={about} dir="auto">
        {about}
      </span>
    )
    return (
      <tr
        className={rowsClasses.row}
        style={{ transform: `translateY(${top}px)` }}
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
        <td className={rowsClasses.cause} />
        <td className={rowsClasses.time}>
          <time dateTime={event.at} title={event.at}>
            {dayTime(event.at, today)}
          </time>
        </td>
        <td className={rowsClasses.type}>
          <b className={eventsClasses.ell}>{event.type}</b>
          {note && <Badge colour={note.colour}>{note.text}</Badge>}
          {!isPhone && what}
        </td>
        <td className={`${rowsClasses.stream} ${eventsClasses.ell}`} title={event.stream}>
          {(isPhone && what) || `${categoryOf(event.stream)}/${shortId(subjectOf(event.stream))}`}
        </td>
        <td className={rowsClasses.who}>
          <Actor event={event} />
        </td>
      </tr>
    )
  },
)
