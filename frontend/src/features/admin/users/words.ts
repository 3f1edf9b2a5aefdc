import type { Plan } from '#domain/entitlements.ts'
import { dateOf } from '../../../ui/dates.ts'

export const number = new Intl.NumberFormat('en')

/** '3 Nov 2026', or a dash where there is no date. */
export const longDate = (iso: string | null): string => (iso === null ? '–' : dateOf(iso))

export const planNames: Record<Plan, string> = { FREE: 'Free', BASIC: 'Basic', PRO: 'Pro' }

/** `PRINT_YOUR_OWN` as 'Print your own'. */
export const tierName = (tier: string | null): string =>
  tier === null ? 'None' : tier.charAt(0) + tier.slice(1).toLowerCase().replaceAll('_', ' ')
