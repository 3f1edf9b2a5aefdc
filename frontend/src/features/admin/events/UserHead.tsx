import { Button } from '@mantine/core'
import { IconHistory, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AdminUser } from '#domain/me.ts'
import { isAdmin } from '#domain/roles.ts'
import { useRealtimeStatus } from '../../../realtime/context.tsx'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { PersonHead } from '../../../ui/PersonHead.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import adminClasses from '../admin.module.css'
import { ChangeUser } from './ChangeUser.tsx'
import eventsClasses from './events.module.css'

interface Props {
  user: AdminUser
  isPaused: boolean
  /** Events that arrived since the pause. */
  waiting: number
  /** Events of the last minute. */
  perMinute: number
  /** Position of the inspected event. */
  position: string | undefined
  onPause: () => void
  onResume: () => void
  onChange: (userId: string) => void
}

/** The user of these events, and the state of the stream. */
export const UserHead = ({ user, isPaused, waiting, perMinute, position, onPause, onResume, onChange }: Props) => {
  const isOpen = useRealtimeStatus() === 'open'
  return (
    <PersonHead
      className={eventsClasses.user}
      name={user.name}
      badges={
        <>
          <PlanBadge plan={user.plan} />
          {isAdmin(user.role) && <Badge>Admin</Badge>}
          {user.banned && <Badge colour="madder">Banned</Badge>}
        </>
      }
      about={
        <>
          <span className={eventsClasses.ell}>{user.email}</span>
          <span className={adminClasses.mono} title={user.id}>
            {shortId(user.id)}
          </span>
          <ChangeUser onChange={onChange} />
        </>
      }
    >
      <title>{`Events of ${user.name} · Loreloom`}</title>
      <div className={eventsClasses.tail}>
        <span className={eventsClasses.live} data-live={(isOpen && !isPaused) || undefined}>
          {isOpen && !isPaused && <LiveStitch width={40} />}
          {isPaused ? 'Paused' : isOpen ? 'Live tail' : 'Not connected'}
          <span className={`${eventsClasses.rate} num`} aria-live="polite">
            {isPaused ? `${waiting} waiting` : `${perMinute} new/min`}
          </span>
        </span>
        {isPaused ? (
          <Button size="xs" leftSection={<IconPlayerPlay size={15} />} onClick={onResume}>
            Resume
          </Button>
        ) : (
          <Button size="xs" leftSection={<IconPlayerPause size={15} />} onClick={onPause}>
            Pause
          </Button>
        )}
        <Button
          component={Link}
          to={`/audit/accounts/${user.id}${position === undefined ? '' : `?position=${position}`}`}
          size="xs"
          leftSection={<IconHistory size={15} />}
        >
          {position === undefined ? 'Audit replay' : 'Replay from here'}
        </Button>
      </div>
    </PersonHead>
  )
}
