import { IconLogout, IconPlus } from '@tabler/icons-react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { may, paidPlan } from '#domain/entitlements.ts'
import { getCredits, openOverlay } from '../../base/overlay.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { useSignOut } from '../../data/sign-out.ts'
import { lazyMenu } from '../../ui/LazyMenu.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { ThreadProgress } from '../../ui/Thread.tsx'
import { CampaignButton } from './CampaignButton.tsx'
import { type Entry, entries, isActive, manageEntries, supportIcon } from './entries.tsx'
import { NavEntry } from './NavEntry.tsx'
import classes from './sidebar.module.css'

const dayMs = 86_400_000
/** Days that the whole length of the thread represents: complimentary access lasts a month. */
const monthDays = 30

/** Days from one ISO date to another. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs)

/** Shows the days until complimentary access ends and the paid plan applies again. */
const TrialBanner = () => {
  const me = useMe()
  const { complimentaryAccessThrough } = me
  if (!complimentaryAccessThrough || paidPlan(selectEntitlements(me), today()) === 'PRO') return null
  const left = daysBetween(today().toISOString(), complimentaryAccessThrough)
  if (left < 0) return null
  return (
    <>
      <div className={classes.trial}>
        <span>Complimentary Pro</span>
        <span className="num">{left === 0 ? 'last day' : left === 1 ? '1 day left' : `${left} days left`}</span>
      </div>
      <ThreadProgress value={1 - left / monthDays} />
    </>
  )
}

/** The available credits, updated by events. */
const CreditCounter = () => {
  const { imageCredits } = useMe()
  const shown = imageCredits.toLocaleString('en')
  return (
    <button type="button" className={classes.credits} onClick={getCredits.run} aria-haspopup="dialog">
      <span key={imageCredits} className={classes.balance} data-testid="credits">
        {shown}
      </span>
      <span className={classes.meta}>image credits</span>
      <span className={classes.plus} aria-hidden="true">
        <IconPlus size={15} />
      </span>
    </button>
  )
}

const LazyCampaignSelector = lazyMenu(async () => (await import('./CampaignSelectorOpen.tsx')).CampaignSelectorOpen)

/** Chooses the campaign that everything on screen belongs to. */
const CampaignSelector = () => {
  const campaign = useCampaign()
  return <LazyCampaignSelector renderButton={(props) => <CampaignButton campaign={campaign} {...props} />} />
}

export const Sidebar = ({ isDrawer = false }: { isDrawer?: boolean }) => {
  const signOut = useSignOut()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const me = useMe()
  const isLocked = ({ needs }: Entry) => needs !== undefined && !may(selectEntitlements(me), needs, today())
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
