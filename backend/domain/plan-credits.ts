import { z } from 'zod'
import type { Plan } from './entitlements.ts'

/** What a plan grants for each month that it is had. A year is twelve of them, granted up front. */
export const monthlyCredits: Record<Plan, number> = { FREE: 0, BASIC: 500, PRO: 2000 }

/** What a plan costs, in dollars: a year costs ten months. */
export const planPrices: Record<Plan, { month: number; year: number }> = {
  FREE: { month: 0, year: 0 },
  BASIC: { month: 5, year: 50 },
  PRO: { month: 15, year: 150 },
}

/** The longest period that is granted for at once. */
const mostMonths = 12

/** What was granted for plans: credits of each month, the first of which begins at `from`. */
export const PlanMonths = z.object({ from: z.iso.datetime(), credits: z.array(z.int().nonnegative()) })
export type PlanMonths = z.infer<typeof PlanMonths>

/** A plan from one moment to another, as ISO times; null is without an end, and then a month is granted. */
export interface PlanPeriod {
  plan: Plan
  from: string
  through: string | null
}

/** The same day so many months later, or the month's last where it has no such day; in milliseconds. */
const monthsLater = (from: string, months: number): number => {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}

/** How many months from `from` on have ended by `at`; counted no further than `most`. */
const wholeMonths = (from: string, at: number, most: number): number => {
  let months = 0
  while (months < most && monthsLater(from, months + 1) <= at) months++
  return months
}

/** As people count them: half a month or more is one, and so is the first, however short. */
const countedMonths = (from: string, through: number): number => {
  const whole = wholeMonths(from, through, mostMonths)
  const [begun, end] = [monthsLater(from, whole), monthsLater(from, whole + 1)]
  const counted = whole + ((through - begun) * 2 >= end - begun ? 1 : 0)
  return Math.min(mostMonths, Math.max(1, counted))
}

const sum = (credits: readonly number[]) => credits.reduce((total, month) => total + month, 0)

/**
 * What a plan adds to what was granted for plans before: in each of its months the dearest plan counts, and what was granted for it already
 * is not granted again. So no sequence of changes comes to more than the dearest plan of each month.
 */
export const grantFor = (
  before: PlanMonths | null,
  { plan, from, through }: PlanPeriod,
): { amount: number; months: PlanMonths } => {
  const at = Date.parse(from)
  const isRunning = before !== null && at < monthsLater(before.from, before.credits.length)
  const months: PlanMonths = isRunning ? before : { from, credits: [] }
  if (through !== null && Date.parse(through) <= at) return { amount: 0, months }

  const first = wholeMonths(months.from, at, months.credits.length)
  const begun = new Date(monthsLater(months.from, first)).toISOString()
  const count = through === null ? 1 : countedMonths(begun, Date.parse(through))
  const credits = Array.from({ length: Math.max(months.credits.length, first + count) }, (_, month) => {
    const granted = months.credits[month] ?? 0
    return month >= first && month < first + count ? Math.max(granted, monthlyCredits[plan]) : granted
  })
  return { amount: sum(credits) - sum(months.credits), months: { from: months.from, credits } }
}
