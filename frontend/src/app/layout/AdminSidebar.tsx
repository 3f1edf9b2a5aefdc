import {
  IconArrowLeft,
  IconCreditCard,
  IconFlask,
  IconHeartbeat,
  IconHistory,
  IconLifebuoy,
  IconListTree,
  IconMail,
  IconScale,
  IconSearch,
  IconShield,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useMe } from '../../data/me.ts'
import { useChosenUser } from '../../features/admin/chosen-user.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { LogFoot } from './LogFoot.tsx'
import { NavEntry } from './NavEntry.tsx'
import { SignedInAs } from './SignedInAs.tsx'
import classes from './sidebar.module.css'

const eventsPath = /^\/admin\/users\/[^/]+\/events/

export const AdminSidebar = ({ isDrawer = false }: { isDrawer?: boolean }) => (
  <aside className={classes.side} data-drawer={isDrawer || undefined}>
    <Link className={classes.logo} to="/collections" aria-label="Loreloom, home">
      <Logo />
    </Link>
    <SignedInAs>
      <Badge icon={<IconShield size={13} />}>Admin</Badge>
    </SignedInAs>
    <AdminNav />
    <hr className={classes.rule} />
    <nav className={classes.nav} aria-label="Elsewhere">
      <NavEntry to="/collections" label="Back to campaign" Icon={IconArrowLeft} active={false} />
    </nav>
    <LogFoot />
  </aside>
)

const AdminNav = () => {
  const me = useMe()
  const { pathname } = useLocation()
  const chosen = useChosenUser() ?? me.id
  const isEvents = eventsPath.test(pathname)
  return (
    <nav className={classes.nav} data-warp aria-label="Admin">
      <NavEntry
        to="/admin/users"
        label="Users"
        Icon={IconUsers}
        active={pathname.startsWith('/admin/users') && !isEvents}
      />
      <NavEntry to={`/admin/users/${chosen}/events`} label="Event streams" Icon={IconListTree} active={isEvents} />
      <NavEntry to="/admin/find" label="Find an id" Icon={IconSearch} active={pathname === '/admin/find'} />
      <NavEntry
        to="/admin/payments"
        label="Payments"
        Icon={IconCreditCard}
        active={pathname.startsWith('/admin/payments')}
      />
      <NavEntry to="/admin/coupons" label="Coupons" Icon={IconTicket} active={pathname.startsWith('/admin/coupons')} />
      <NavEntry
        to="/admin/reconciliation"
        label="Reconciliation"
        Icon={IconScale}
        active={pathname.startsWith('/admin/reconciliation')}
      />
      <NavEntry to="/audit" label="Audit replay" Icon={IconHistory} active={false} />
      <NavEntry to="/admin/health" label="Health" Icon={IconHeartbeat} active={pathname.startsWith('/admin/health')} />
      <NavEntry
        to="/admin/support"
        label="Support"
        Icon={IconLifebuoy}
        active={pathname.startsWith('/admin/support')}
      />
      <NavEntry
        to="/admin/experiments"
        label="Experiments"
        Icon={IconFlask}
        active={pathname === '/admin/experiments'}
      />
      <NavEntry to="/admin/outbox" label="Outbox" Icon={IconMail} active={pathname.startsWith('/admin/outbox')} />
    </nav>
  )
}
