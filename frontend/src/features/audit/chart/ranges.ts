import type { Span } from './curve.ts'

export const ranges = [
  { value: 'all', label: 'All time' },
  { value: 'year', label: 'A year' },
  { value: 'month', label: 'A month' },
  { value: 'week', label: 'A week' },
  { value: 'day', label: 'A day' },
] as const
export type Range = (typeof ranges)[number]['value']

const day = 86_400_000
const lengths: Record<Exclude<Range, 'all'>, number> = { year: 366 * day, month: 31 * day, week: 7 * day, day }
/** Minimum length of the “all time” range in ms, for an account that was just created. */
const shortest = 60_000

/** Returns the time span of the chart. It ends now, or surrounds the moment if the moment is further back than the range. */
export const spanOf = (
  range: Range,
  first: string,
  moment: string,
  today = Date.now(),
): { span: Span; isToNow: boolean } => {
  const [from, at] = [Date.parse(first), Date.parse(moment)]
  if (range === 'all') {
    const length = Math.max(shortest, today - from)
    return { span: { from: Math.min(from, at) - length * 0.02, to: Math.max(today, at) }, isToNow: true }
  }
  const length = lengths[range]
  if (at >= today - length) return { span: { from: today - length, to: Math.max(today, at) }, isToNow: true }
  return { span: { from: at - length * 0.7, to: at + length * 0.3 }, isToNow: false }
}
