import { z } from 'zod'

/** A span of time between two ISO times. */
export const Period = z.object({ from: z.iso.datetime(), through: z.iso.datetime() })
export type Period = z.infer<typeof Period>

/**
 * Time for which a grant covers a plan. `monthly` is the monthly rate that the grant adds to earlier covers of this time. `credits` is
 * the value of the whole time, spread evenly over its seconds; it may be a fraction. Events that predate `credits` omit it.
 */
export const CoveredTime = Period.extend({ monthly: z.int(), credits: z.number().optional() })
export type CoveredTime = z.infer<typeof CoveredTime>
export type Cover = CoveredTime & { credits: number }

/** The shape that events had before they named covered time: credits of each month, the first of which begins at `from`. */
export const PlanMonths = z.object({ from: z.iso.datetime(), credits: z.array(z.int().nonnegative()) })
export type PlanMonths = z.infer<typeof PlanMonths>

const iso = (at: number) => new Date(at).toISOString()
export const millisecondsOf = ({ from, through }: Period) => Date.parse(through) - Date.parse(from)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
export const creditsOf = (covers: readonly Cover[]) => sum(covers.map(({ credits }) => credits))
/** The monthly credits of covers that apply at the same time. */
export const monthlyOf = (covers: readonly Cover[]) => sum(covers.map(({ monthly }) => monthly))

/** The part of each cover between two times in milliseconds, with its share of the credits. */
export const clip = (covers: readonly Cover[], from: number, through: number): Cover[] =>
  covers.flatMap((cover) => {
    const [begin, end] = [Math.max(from, Date.parse(cover.from)), Math.min(through, Date.parse(cover.through))]
    if (begin >= end) return []
    const credits = (cover.credits * (end - begin)) / millisecondsOf(cover)
    return [{ from: iso(begin), through: iso(end), monthly: cover.monthly, credits }]
  })

export const clipTo = (covers: readonly Cover[], { from, through }: Period) =>
  clip(covers, Date.parse(from), Date.parse(through))

/** The covers without their part inside a period. */
export const clipOutside = (covers: readonly Cover[], { from, through }: Period) => [
  ...clip(covers, -Infinity, Date.parse(from)),
  ...clip(covers, Date.parse(through), Infinity),
]

/** Reduces covers to a part of them, as after a refund of the rest. */
export const scaleCovers = (covers: readonly Cover[], part: number): readonly Cover[] => {
  if (part === 1) return covers
  if (part === 0) return []
  return covers.map((cover) => ({ ...cover, monthly: cover.monthly * part, credits: cover.credits * part }))
}

/** Reduces covers in the period that a later payment replaced; `part` is the share of that payment that was not refunded. */
export const replaceCovers = (covers: readonly Cover[], replaces: Period, part: number): readonly Cover[] => [
  ...clipOutside(covers, replaces),
  ...scaleCovers(clipTo(covers, replaces), 1 - part),
]

/** Covers of an event that predates `credits`: the granted amount, spread over them by rate and time. */
export const withCredits = (covers: readonly CoveredTime[], amount: number): Cover[] => {
  const weights = covers.map((cover) => cover.monthly * millisecondsOf(cover))
  const total = sum(weights)
  return covers.map(({ credits, ...cover }, n) => ({
    ...cover,
    credits: credits ?? (total > 0 ? (amount * (weights[n] ?? 0)) / total : 0),
  }))
}
