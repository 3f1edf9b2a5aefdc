import type { ReactNode } from 'react'
import type { Plan } from '#domain/entitlements.ts'
import classes from './badge.module.css'

export type BadgeColour = 'walnut' | 'weld' | 'woad' | 'orchil' | 'verdigris' | 'lichen' | 'copper' | 'madder'

/** A coloured label; the text carries the meaning, the colour repeats it. */
export const Badge = ({
  colour = 'walnut',
  icon,
  children,
}: {
  colour?: BadgeColour
  icon?: ReactNode
  children: ReactNode
}) => (
  <span className={classes.badge} data-colour={colour}>
    {icon}
    {children}
  </span>
)

const planColour: Record<Plan, BadgeColour> = { FREE: 'walnut', BASIC: 'woad', PRO: 'weld' }
export const planName: Record<Plan, string> = { FREE: 'Free', BASIC: 'Basic', PRO: 'Pro' }

/** `PRINT_YOUR_OWN` as 'Print your own'. */
export const tierName = (tier: string): string => tier.charAt(0) + tier.slice(1).toLowerCase().replaceAll('_', ' ')

export const PlanBadge = ({ plan }: { plan: Plan }) => <Badge colour={planColour[plan]}>{planName[plan]}</Badge>
