import {
  IconArrowLeft,
  IconDownload,
  IconHistory,
  IconReceipt,
  IconScale,
  IconShield,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { isAdmin } from '#domain/roles.ts'
import { useMe } from '../../data/me.ts'
import { useOpened } from '../../features/audit/accounts/opened-account.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Logo } from '../../ui/Logo.tsx'
import classes from './audit-shell.module.css'
import { LogFoot } from './LogFoot.tsx'
import { NavEntry } from './NavEntry.tsx'
import { SignedInAs } from './SignedInAs.tsx'
import side from './sidebar.module.css'
import { UserMenu } from './UserMenu.tsx'

export const AuditSidebar = ({ isDrawer = false }: { isDrawer?: boolean }) => {
  const me = useMe()
  const { pathname } = useLocation()
  const opened = useOpened() ?? '/audit/replay'
  const isReplay = /^\/audit\/(accounts|replay)/.test(pathname)
  return (
    <aside className={side.side} data-drawer={isDrawer || undefined}>
      <div className={classes.head}>
        <Link className={side.logo} to="/audit" aria-label="Loreloom, audit">
          <Logo />
        </Link>
        {!isDrawer && <UserMenu />}
      </div>
      <SignedInAs>
        {isAdmin(me.role) ? (
          <Badge icon={<IconShield size={13} />}>Admin</Badge>
        ) : (
          <Badge icon={<IconScale size={13} />}>Auditor</Badge>
        )}
      </SignedInAs>
      <nav className={side.nav} data-warp aria-label="Audit">
        <NavEntry to="/audit" label="Accounts" Icon={IconUsers} active={pathname === '/audit'} />
        <NavEntry to={opened} label="Audit replay" Icon={IconHistory} active={isReplay} />
        <NavEntry
          to="/audit/reconciliation"
          label="Reconciliation"
          Icon={IconReceipt}
          active={pathname === '/audit/reconciliation'}
        />
        <NavEntry to="/audit/exports" label="Exports" Icon={IconDownload} active={pathname === '/audit/exports'} />
      </nav>
      <hr className={side.rule} />
      <p className={classes.note}>
        You can read everything here and change nothing. What you open and export is itself recorded.
      </p>
      {isAdmin(me.role) && (
        <nav className={side.nav} aria-label="Elsewhere">
          <NavEntry to="/admin/users" label="Back to admin" Icon={IconArrowLeft} active={false} />
        </nav>
      )}
      <LogFoot />
    </aside>
  )
}
