import { Button } from '@mantine/core'
import { IconHistory, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AdminUser } from '#domain/me.ts'
import { isAdmin } from '#domain/roles.ts'
import { useAdminUsersQuery } from '../../../data/users.ts'
import { useRealtimeStatus } from '../../../realtime/context.tsx'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { PersonHead } from '../../../ui/PersonHead.tsx'
import { PersonPicker } from '../../../ui/PersonPicker.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { usePersonSearch } from '../../../ui/use-person-search.ts'
import adminClasses from '../admin.module.css'
import eventsClasses from './events.module.css'
import filtersClasses from './filters.module.css'

const offered = 8

/** Opens another user's events, found by e-mail or name. */
const ChangeUser = ({ onChange }: { onChange: (userId: string) => void }) => {
  const finder = usePersonSearch()
  const { data } = useAdminUsersQuery({ search: finder.search, offset: 0, limit: offered }, { skip: !finder.isOpen })
  return (
    <PersonPicker
      act="Change user"
      finder={finder}
      label="Search users by e-mail"
      placeholder="Search by e-mail"
      people={data?.users}
      listLabel="Users"
      listClassName={filtersClasses.choices}
      onPick={onChange}
    >
      {({ name, email }) => (
        <>
          <span className={eventsClasses.ell}>{name}</span>
          <span className={`${eventsClasses.ell} ${filtersClasses.email}`}>{email}</span>
        </>
      )}
    </PersonPicker>
  )
}

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

/** The user whose events are listed, and the state of the live list, which can be paused. */
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
