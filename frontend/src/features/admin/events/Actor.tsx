import { IconHexagon, IconUserShield } from '@tabler/icons-react'
import type { AdminEvent } from '#domain/me.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { actorName, isActing, isPerson } from './acting.ts'
import eventsClasses from './events.module.css'
import rowsClasses from './rows.module.css'

/** The actor: a user, the system, or an admin who impersonates a user. */
export const Actor = ({ event }: { event: AdminEvent }) => {
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
