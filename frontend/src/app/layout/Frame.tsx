import { IconMenu2, IconPlus, IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { Logo } from '../../ui/Logo.tsx'
import { CampaignButton } from './CampaignButton.tsx'
import { entries, isActive, manageEntries, supportIcon } from './entries.tsx'
import frame from './frame.module.css'
import { NavEntry } from './NavEntry.tsx'
import shell from './shell.module.css'
import side from './sidebar.module.css'

/**
 * The shell before the user is loaded, without personal data. It is prerendered and may only depend on the path: style
 * sheets handle phone layout.
 */
export const Frame = () => {
  const { pathname } = useLocation()
  const entry = (each: (typeof entries)[number]) => (
    <NavEntry key={each.to} {...each} active={isActive(each.to, pathname, null)} />
  )
  return (
    <div className={`${shell.shell} ${frame.frame}`} aria-busy="true">
      <div className={shell.columns}>
        <aside className={`${side.side} ${frame.desk}`}>
          <Link className={side.logo} to="/collections" aria-label="Loreloom, home">
            <Logo />
          </Link>
          <CampaignButton campaign={undefined} disabled />
          <nav className={side.nav} data-warp aria-label="Campaign">
            {entries.map(entry)}
          </nav>
          <hr className={side.rule} />
          <nav className={side.nav} aria-label="Manage">
            {manageEntries.map(entry)}
            <span className={side.entry}>
              {supportIcon}
              Support Center
            </span>
          </nav>
          <div className={side.foot}>
            <div className={side.credits}>
              <span className={side.balance}>&nbsp;</span>
              <span className={side.meta}>image credits</span>
              <span className={side.plus} aria-hidden="true">
                <IconPlus size={15} />
              </span>
            </div>
          </div>
        </aside>
        <div className={shell.main}>
          <header className={shell.top}>
            <span className={`${frame.icon} ${frame.phone}`} aria-hidden="true">
              <IconMenu2 size={20} />
            </span>
            <span className={`${shell.phoneTitle} ${frame.phone}`}>Loreloom</span>
            <span className={`${frame.icon} ${frame.phone}`} aria-hidden="true">
              <IconSearch size={20} />
            </span>
            <button type="button" className={`${shell.search} ${frame.desk}`} disabled>
              <IconSearch size={15} aria-hidden="true" />
              Search (Ctrl+K)
            </button>
            <span className={`${shell.space} ${frame.desk}`} />
            <span className={shell.user} aria-hidden="true">
              <span className={frame.avatar} />
            </span>
          </header>
          <main className={shell.content} />
        </div>
      </div>
    </div>
  )
}
