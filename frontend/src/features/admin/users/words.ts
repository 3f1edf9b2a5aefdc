import type { Plan } from '#domain/entitlements.ts'
import { tierName } from '../../../ui/Badge.tsx'
import { dateOf } from '../../../ui/dates.ts'

export const number = new Intl.NumberFormat('en')

/** Returns '3 Nov 2026', or a dash if there is no date. */
export const longDate = (iso: string | null): string => (iso === null ? '–' : dateOf(iso))

export const planNames: Record<Plan, string> = { FREE: 'Free', BASIC: 'Basic', PRO: 'Pro' }

/** 'Print your own', or 'None'. */
export const tierOrNone = (tier: string | null): string => (tier === null ? 'None' : tierName(tier))
