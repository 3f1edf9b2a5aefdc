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

/** Time for which credits were granted, as ISO times, and at which rate. */
export const CoveredTime = z.object({ from: z.iso.datetime(), through: z.iso.datetime(), monthly: z.int() })
export type CoveredTime = z.infer<typeof CoveredTime>

/** How it was kept once: credits of each month, the first of which begins at `from`. */
export const PlanMonths = z.object({ from: z.iso.datetime(), credits: z.array(z.int().nonnegative()) })
export type PlanMonths = z.infer<typeof PlanMonths>

/** A plan from one moment to another, as ISO times; null is without an end, and then a month is granted. */
export interface PlanPeriod {
  plan: Plan
  from: string
  through: string | null
}

/** The same day so many months later, or the month's last where it has no such day; in milliseconds. */
export const monthsLater = (from: string, months: number): number => {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}

/** A month has from 28 to 31 days, and a period that begins on the 31st ends on a 28th: so near to whole months it is whole months. */
const nearlyWhole = 0.13

/** How many months there are from one moment to another, with a fraction. */
const monthsFrom = (from: string, through: number): number => {
  let whole = 0
  while (whole < mostMonths && monthsLater(from, whole + 1) <= through) whole++
  const [begun, end] = [monthsLater(from, whole), monthsLater(from, whole + 1)]
  return whole + (through - begun) / (end - begun)
}

const counted = (months: number): number =>
  Math.abs(months - Math.round(months)) <= nearlyWhole ? Math.round(months) : months

const iso = (at: number) => new Date(at).toISOString()

/** Both together; what is equal and touches is one, and what comes to nothing is left out. So it stays small however long somebody pays. */
export const coverOf = (some: readonly CoveredTime[], more: readonly CoveredTime[]): CoveredTime[] => {
  const all = [...some, ...more]
  const times = [...new Set(all.flatMap(({ from, through }) => [Date.parse(from), Date.parse(through)]))].sort(
    (one, other) => one - other,
  )
  const cover: CoveredTime[] = []
  for (const [n, at] of times.entries()) {
    const [from, through] = [iso(at), iso(times[n + 1] ?? at)]
    const monthly = all
      .filter((time) => Date.parse(time.from) <= at && Date.parse(time.through) > at)
      .reduce((sum, time) => sum + time.monthly, 0)
    const last = cover.at(-1)
    if (last?.through === from && last.monthly === monthly) last.through = through
    else if (monthly !== 0) cover.push({ from, through, monthly })
  }
  return cover
}

/** What this rate adds from one moment to another to what was granted for then. */
const missing = (before: readonly CoveredTime[], from: number, through: number, monthly: number): CoveredTime[] => {
  const inside = before
    .map((time) => ({
      from: Math.max(from, Date.parse(time.from)),
      to: Math.min(through, Date.parse(time.through)),
      time,
    }))
    .filter((part) => part.from < part.to)
    .map((part) => ({ from: iso(part.from), through: iso(part.to), monthly: -Math.min(monthly, part.time.monthly) }))
  return coverOf([{ from: iso(from), through: iso(through), monthly }], inside)
}

/** Since when there is a plan without a gap up to this moment. */
const runningSince = (before: readonly CoveredTime[], at: number): number =>
  before
    .toReversed()
    .reduce(
      (since, { from, through }) =>
        Date.parse(from) < since && since <= Date.parse(through) ? Date.parse(from) : since,
      at,
    )

/** What is shorter than a month counts as the month that it is in: of a plan that runs, its latest, and else the one that begins. */
const wholeMonth = (before: readonly CoveredTime[], begun: number, end: number) => {
  const from = Math.max(runningSince(before, begun), monthsLater(iso(end), -1))
  return { begun: from, end: Math.max(end, monthsLater(iso(from), 1)), months: 1 }
}

const timeOf = (before: readonly CoveredTime[], { from, through }: PlanPeriod) => {
  const begun = Date.parse(from)
  const end = through === null ? monthsLater(from, 1) : Math.min(Date.parse(through), monthsLater(from, mostMonths))
  if (end <= begun) return null
  const months = counted(monthsFrom(from, end))
  return months < 1 ? wholeMonth(before, begun, end) : { begun, end, months }
}

/**
 * What a plan adds to what was granted for plans before: at each moment the dearest plan counts, and what was granted for it already is not
 * granted again. So no sequence of changes, in whatever order they become known, comes to more than the dearest plan of each moment.
 */
export const grantFor = (
  before: readonly CoveredTime[],
  period: PlanPeriod,
): { amount: number; covers: CoveredTime[] } => {
  const time = timeOf(before, period)
  if (!time) return { amount: 0, covers: [] }
  const { begun, end, months } = time
  const covers = missing(before, begun, end, monthlyCredits[period.plan])
  const at = (moment: number) => monthsFrom(iso(begun), moment)
  const added = covers.reduce(
    (sum, { from, through, monthly }) => sum + monthly * (at(Date.parse(through)) - at(Date.parse(from))),
    0,
  )
  // Whole but for what a division loses.
  return { amount: Math.floor((added * months) / at(end) + 1e-6), covers }
}

/** What an event of before said: everything that was granted for plans by then, by months. */
export const coverOfMonths = (before: readonly CoveredTime[], { from, credits }: PlanMonths): CoveredTime[] =>
  credits.reduce<CoveredTime[]>(
    (cover, monthly, month) =>
      coverOf(cover, missing(cover, monthsLater(from, month), monthsLater(from, month + 1), monthly)),
    [...before],
  )

/** Covered time less the part that is given up, as of a grant of which so much was taken back. */
export const givenUp = (covers: readonly CoveredTime[], part: number): CoveredTime[] =>
  covers.map((time) => ({ ...time, monthly: -Math.round(time.monthly * part) }))
