import { IconLogout } from '@tabler/icons-react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { may } from '#domain/entitlements.ts'
import { openOverlay } from '../../base/overlay.ts'
import { standingOf, today, useMe } from '../../data/me.ts'
import { useSignOut } from '../../data/sign-out.ts'
import { Logo } from '../../ui/Logo.tsx'
import { CampaignSelector } from './CampaignSelector.tsx'
import { CreditCounter } from './CreditCounter.tsx'
import { type Entry, entries, isActive, manageEntries, supportIcon } from './entries.tsx'
import { NavEntry } from './NavEntry.tsx'
import classes from './sidebar.module.css'
import { TrialBanner } from './TrialBanner.tsx'

export const Sidebar = ({ isDrawer = false }: { isDrawer?: boolean }) => {
  const signOut = useSignOut()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const me = useMe()
  const isLocked = ({ needs }: Entry) => needs !== undefined && !may(standingOf(me), needs, today())
  const isHere = (to: string) => isActive(to, pathname, query.get('from'))
  return (
    <aside className={classes.side} data-drawer={isDrawer || undefined}>
      <Link className={classes.logo} to="/collections" aria-label="Loreloom, home">
        <Logo />
      </Link>
      <CampaignSelector />
      <nav className={classes.nav} data-warp aria-label="Campaign">
        {entries.map((entry) => (
          <NavEntry key={entry.to} {...entry} active={isHere(entry.to)} locked={isLocked(entry)} />
        ))}
      </nav>
      <hr className={classes.rule} />
      <nav className={classes.nav} aria-label="Manage">
        {manageEntries.map((entry) => (
          <NavEntry key={entry.to} {...entry} active={isHere(entry.to)} />
        ))}
        <button
          type="button"
          className={classes.entry}
          onClick={() => openOverlay({ kind: 'support' })}
          aria-haspopup="dialog"
        >
          {supportIcon}
          Support Center
        </button>
        {isDrawer && (
          <button type="button" className={classes.entry} onClick={() => void signOut()}>
            <IconLogout size={18} />
            Logout
          </button>
        )}
      </nav>
      <div className={classes.foot}>
        <CreditCounter />
        <TrialBanner />
      </div>
    </aside>
  )
}
