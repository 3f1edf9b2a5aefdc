import type { Interval } from './billing-account.ts'
import {
  type Cover,
  clip,
  clipOutside,
  clipTo,
  creditsOf,
  millisecondsOf,
  monthlyOf,
  type Period,
  type PlanMonths,
} from './covered-time.ts'
import type { Plan } from './entitlements.ts'

/** Credits that a plan grants for each month of it. A year is twelve months, granted up front. */
export const monthlyCredits: Record<Plan, number> = { FREE: 0, BASIC: 500, PRO: 2000 }

/** Prices of plans in dollars: a year costs ten months. */
export const planPrices: Record<Plan, { month: number; year: number }> = {
  FREE: { month: 0, year: 0 },
  BASIC: { month: 5, year: 50 },
  PRO: { month: 15, year: 150 },
}

/** The longest period that is granted in advance. */
const mostMonths = 12
const monthsIn: Record<Interval, number> = { MONTHLY: 1, YEARLY: 12 }

/** A plan that an admin or a coupon gives, between two ISO times. A plan without an end has `through` null and is granted for one month. */
export interface GivenPlan {
  plan: Plan
  from: string
  through: string | null
}

/**
 * A payment for a plan. `period` is the whole billing period that contains `from`. `returned` is the time for which the provider set
 * off unused money of the previous plan; null if the payment replaces nothing.
 */
export interface PaidPlan {
  plan: Plan
  interval: Interval
  from: string
  through: string
  period: Period
  returned: Period | null
}

/** Credits of a grant, the time that it covers, and the time in which it takes the place of earlier payments. */
export interface PlanGrant {
  amount: number
  covers: Cover[]
  replaces?: Period
}

/** The same day `months` later, or the last day of a shorter month; in milliseconds. */
export const monthsLater = (from: string, months: number): number => {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}

const iso = (at: number) => new Date(at).toISOString()

/** The end of a billing period that begins at an ISO time, as an ISO time. */
export const endOfPeriod = (from: string, interval: Interval): string => iso(monthsLater(from, monthsIn[interval]))

/** A rounding error of floating-point arithmetic must not cost a whole credit. */
const arithmeticError = 1e-6
/**
 * Tolerance in credits: an admin chooses the end of a gift some seconds before the gift begins, so a month that is worth less by
 * up to this is granted whole.
 */
const secondsOfDelay = 0.05
const roundDown = (credits: number, tolerance = arithmeticError) => Math.max(0, Math.floor(credits + tolerance))

/**
 * Returns the part of a wanted plan that is not covered yet: nothing while the same plan or a dearer one is covered, otherwise the
 * difference in credits. Credits per second differ within one plan, as months differ in length, so the monthly rate is compared too.
 */
const missingFrom = (covered: readonly Cover[], wanted: Cover): Cover[] => {
  const inside = clipTo(covered, wanted)
  const edges = [wanted, ...inside].flatMap(({ from, through }) => [Date.parse(from), Date.parse(through)])
  const times = [...new Set(edges)].toSorted((one, other) => one - other)
  return times.slice(1).flatMap((end, n) => {
    const begin = times[n] ?? end
    const before = clip(inside, begin, end)
    const monthly = Math.round(wanted.monthly - monthlyOf(before))
    const credits = (wanted.credits * (end - begin)) / millisecondsOf(wanted) - creditsOf(before)
    return monthly > 0 && credits > 0 ? [{ from: iso(begin), through: iso(end), monthly, credits }] : []
  })
}

/** A given plan, month by month: a month is worth its credits, however many days it has. */
const coversOfGift = ({ plan, from, through }: GivenPlan): Cover[] => {
  const monthly = monthlyCredits[plan]
  const end = through === null ? monthsLater(from, 1) : Math.min(Date.parse(through), monthsLater(from, mostMonths))
  return Array.from({ length: mostMonths }, (_, month) => {
    const [begin, next] = [monthsLater(from, month), monthsLater(from, month + 1)]
    return clip([{ from: iso(begin), through: iso(next), monthly, credits: monthly }], begin, end)
  }).flat()
}

/** Grants the value of a given plan for each second that is not covered by the same plan or a dearer one. */
export const grantForGift = (covered: readonly Cover[], gift: GivenPlan): PlanGrant => {
  const covers = coversOfGift(gift).flatMap((month) => missingFrom(covered, month))
  return { amount: roundDown(creditsOf(covers), secondsOfDelay), covers }
}

/** The billing period of a payment without an earlier one in that period: an upgrade's by the calendar, otherwise the paid time. */
export const assumedPeriod = ({ interval, from, through, returned }: Omit<PaidPlan, 'plan' | 'period'>): Period => {
  if (returned?.through !== through) return { from, through }
  return { from: iso(Math.min(monthsLater(through, -monthsIn[interval]), Date.parse(from))), through }
}

/**
 * Grants the paid part of a period, in proportion to its seconds and rounded down, less the credits of time that is covered already.
 * For time whose money was set off (`returned`), the credits that earlier payments granted are subtracted, so that credits follow the
 * money.
 */
export const grantForPayment = (
  { paid, given }: { paid: readonly Cover[]; given: readonly Cover[] },
  { plan, interval, from, through, period, returned }: PaidPlan,
): PlanGrant => {
  const monthly = monthlyCredits[plan]
  const whole = { ...period, monthly, credits: monthly * monthsIn[interval] }
  const [wanted] = clipTo([whole], { from, through })
  if (!wanted) return { amount: 0, covers: [] }
  const remaining = returned ? clipOutside(paid, returned) : paid
  const covers = missingFrom([...remaining, ...given], wanted)
  const setOff = returned ? creditsOf(clipTo(paid, returned)) : 0
  // Alongside a gift of a dearer plan, the change may be worth less than the plan it replaces; then nothing is set off.
  if (creditsOf(covers) < setOff) return { amount: 0, covers: [] }
  return { amount: roundDown(creditsOf(covers) - setOff), covers, ...(returned && { replaces: returned }) }
}

/** Covers of an event that predates covered time: each of its months as far as it was not covered before. */
export const coversOfMonths = (covered: readonly Cover[], { from, credits }: PlanMonths): Cover[] =>
  credits.flatMap((monthly, month) => {
    const [begin, end] = [monthsLater(from, month), monthsLater(from, month + 1)]
    return missingFrom(covered, { from: iso(begin), through: iso(end), monthly, credits: monthly })
  })
