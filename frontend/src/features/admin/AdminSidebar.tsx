import {
  IconArrowLeft,
  IconHeartbeat,
  IconHistory,
  IconListTree,
  IconMail,
  IconScale,
  IconSearch,
  IconShield,
  IconTicket,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { LogFoot } from '../../app/layout/LogFoot.tsx'
import classes from '../../app/layout/sidebar.module.css'
import { useMe } from '../../data/me.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { ThreadLoop } from '../../ui/Thread.tsx'
import adminClasses from './admin.module.css'
import { useChosenUser } from './chosen-user.ts'

const eventsPath = /^\/admin\/users\/[^/]+\/events/

export const AdminSidebar = ({ isDrawer = false }: { isDrawer?: boolean }) => {
  const me = useMe()
  const { pathname } = useLocation()
  const chosen = useChosenUser() ?? me.id
  const isEvents = eventsPath.test(pathname)
  return (
    <aside className={classes.side} data-drawer={isDrawer || undefined}>
      <Link className={classes.logo} to="/collections" aria-label="Loreloom, home">
        <Logo />
      </Link>
      <div className={adminClasses.who}>
        <Badge icon={<IconShield size={13} />}>Admin</Badge>
        <span>
          signed in as <bdi>{me.username}</bdi>
        </span>
      </div>
      <nav className={classes.nav} data-warp aria-label="Admin">
        <Entry
          to="/admin/users"
          label="Users"
          Icon={IconUsers}
          active={pathname.startsWith('/admin/users') && !isEvents}
        />
        <Entry to={`/admin/users/${chosen}/events`} label="Event streams" Icon={IconListTree} active={isEvents} />
        <Entry to="/admin/find" label="Find an id" Icon={IconSearch} active={pathname === '/admin/find'} />
        <Entry to="/admin/coupons" label="Coupons" Icon={IconTicket} active={pathname.startsWith('/admin/coupons')} />
        <Entry
          to="/admin/reconciliation"
          label="Reconciliation"
          Icon={IconScale}
          active={pathname.startsWith('/admin/reconciliation')}
        />
        <Entry to="/audit" label="Audit replay" Icon={IconHistory} active={false} />
        <Entry to="/admin/health" label="Health" Icon={IconHeartbeat} active={pathname.startsWith('/admin/health')} />
        <Entry to="/admin/outbox" label="Outbox" Icon={IconMail} active={pathname.startsWith('/admin/outbox')} />
      </nav>
      <hr className={classes.rule} />
      <nav className={classes.nav} aria-label="Elsewhere">
        <Entry to="/collections" label="Back to campaign" Icon={IconArrowLeft} active={false} />
      </nav>
      <LogFoot />
    </aside>
  )
}

interface EntryProps {
  to: string
  label: string
  Icon: TablerIcon
  active: boolean
}

const Entry = ({ to, label, Icon, active }: EntryProps) => (
  <Link className={classes.entry} to={to} data-active={active || undefined} aria-current={active ? 'page' : undefined}>
    {active && <ThreadLoop />}
    <Icon size={18} aria-hidden="true" />
    {label}
  </Link>
)
