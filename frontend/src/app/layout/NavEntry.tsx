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
  soon,
  needs,
  active,
  locked = false,
}: Entry & { active: boolean; locked?: boolean }) => (
  <Link
    className={classes.entry}
    to={to}
    data-active={active || undefined}
    data-soon={soon || undefined}
    aria-current={active ? 'page' : undefined}
  >
    {active && <ThreadLoop />}
    <Icon size={18} aria-hidden="true" />
    {label}
    {(soon || locked) && (
      <span className={classes.aside}>
        {locked && needs ? <PlanBadge plan={requiredPlan(needs)} /> : null}
        {soon && 'soon'}
      </span>
    )}
  </Link>
)
