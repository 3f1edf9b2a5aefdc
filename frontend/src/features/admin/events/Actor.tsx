import { IconHexagon, IconUserShield } from '@tabler/icons-react'
import type { AdminEvent } from '#domain/me.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { isActing } from './acting.ts'
import eventsClasses from './events.module.css'
import rowsClasses from './rows.module.css'

/** Who did it: a person, the server by itself, and the admin who acted as that person. */
export const Actor = ({ event }: { event: AdminEvent }) => {
  const { actor, impersonator } = event.metadata
  const name = event.actorName ?? (actor === 'system' ? 'system' : shortId(actor))
  return (
    <span className={rowsClasses.actor} data-system={actor === 'system' || undefined}>
      {actor === 'system' ? <IconHexagon size={15} aria-hidden="true" /> : <Avatar name={name} size={20} />}
      <span className={eventsClasses.ell} dir="auto">
        {name}
      </span>
      {isActing(event) && impersonator && (
        <Badge dye="orchil" icon={<IconUserShield size={13} aria-hidden="true" />}>
          by {event.impersonatorName ?? shortId(impersonator)}
        </Badge>
      )}
    </span>
  )
}
