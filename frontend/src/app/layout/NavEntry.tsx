import { Link } from 'react-router'
import { requiredPlan } from '#domain/entitlements.ts'
import { PlanBadge } from '../../ui/Badge.tsx'
import { ThreadLoop } from '../../ui/Thread.tsx'
import type { Entry } from './entries.tsx'
import classes from './sidebar.module.css'

/**
 * `active`: the current screen belongs to the entry. `locked`: the user's plan does not include it; the required plan
 * is named.
 */
export const NavEntry = ({
  to,
  label,
  Icon,
  needs,
  active,
  locked = false,
}: Entry & { active: boolean; locked?: boolean }) => (
  <Link className={classes.entry} to={to} data-active={active || undefined} aria-current={active ? 'page' : undefined}>
    {active && <ThreadLoop />}
    <Icon size={18} aria-hidden="true" />
    {label}
    {locked && <span className={classes.aside}>{needs ? <PlanBadge plan={requiredPlan(needs)} /> : null}</span>}
  </Link>
)
