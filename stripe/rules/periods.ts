/** The renewal interval. */
export interface Cadence {
  interval: string
  interval_count: number
}

const seconds: Record<string, number> = { day: 86_400, week: 7 * 86_400 }
const months: Record<string, number> = { month: 1, year: 12 }

/** Adds months. If the month lacks the day, uses its last one: the 31st of January is followed by the 28th of February. */
const monthsLater = (anchor: number, count: number): number => {
  const from = new Date(anchor * 1_000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + count]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moment = new Date(anchor * 1_000)
  moment.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay))
  return Math.floor(moment.getTime() / 1_000)
}

/** The end of the `nth` period from `anchor`. Computed from the anchor, so that a short month does not shift later ends. */
export const periodEnd = (anchor: number, { interval, interval_count }: Cadence, nth = 1): number => {
  const perMonth = months[interval]
  if (perMonth !== undefined) return monthsLater(anchor, perMonth * interval_count * nth)
  return anchor + (seconds[interval] ?? 86_400) * interval_count * nth
}

/** The first end of a period that is after `moment`. */
export const nextPeriodEnd = (anchor: number, cadence: Cadence, moment: number): number => {
  let nth = 1
  while (periodEnd(anchor, cadence, nth) <= moment) nth += 1
  return periodEnd(anchor, cadence, nth)
}
