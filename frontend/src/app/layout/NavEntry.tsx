import { Link } from 'react-router'
import { ThreadLoop } from '../../ui/Thread.tsx'
import type { Entry } from './entries.tsx'
import classes from './sidebar.module.css'

/** `active`: this is where the screen belongs. */
export const NavEntry = ({ to, label, Icon, active }: Entry & { active: boolean }) => (
  <Link className={classes.entry} to={to} data-active={active || undefined} aria-current={active ? 'page' : undefined}>
    {active && <ThreadLoop />}
    <Icon size={18} aria-hidden="true" />
    {label}
  </Link>
)
