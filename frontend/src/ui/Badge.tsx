import type { ReactNode } from 'react'
import type { Plan } from '#domain/entitlements.ts'
import classes from './badge.module.css'

export type Dye = 'walnut' | 'weld' | 'woad' | 'orchil' | 'verdigris' | 'lichen' | 'copper' | 'madder'

/** A word in a dye; the word carries the meaning, the colour repeats it. */
export const Badge = ({ dye = 'walnut', icon, children }: { dye?: Dye; icon?: ReactNode; children: ReactNode }) => (
  <span className={classes.badge} data-dye={dye}>
    {icon}
    {children}
  </span>
)

const planDye: Record<Plan, Dye> = { FREE: 'walnut', BASIC: 'woad', PRO: 'weld' }
export const planName: Record<Plan, string> = { FREE: 'Free', BASIC: 'Basic', PRO: 'Pro' }

export const PlanBadge = ({ plan }: { plan: Plan }) => <Badge dye={planDye[plan]}>{planName[plan]}</Badge>
