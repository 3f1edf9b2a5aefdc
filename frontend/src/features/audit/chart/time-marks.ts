import { dayOf, minuteOf, monthOf } from '../utc.ts'
import type { Span } from './curve.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** From fine to coarse; the label's format depends on the distance. */
const steps = [
  ...[1, 5, 15, 30].map((n) => ({ ms: n * minute, say: minuteOf })),
  ...[1, 3, 6, 12].map((n) => ({ ms: n * hour, say: minuteOf })),
  ...[1, 2, 7, 14].map((n) => ({ ms: n * day, say: dayOf })),
  ...[31, 92, 184, 366].map((n) => ({ ms: n * day, say: monthOf })),
]

/** Labels along a span of time: as fine as there is room for, at most `most` of them, at round times in UTC. */
export const timeMarks = ({ from, to }: Span, most: number): { at: number; label: string }[] => {
  const step = steps.find(({ ms }) => (to - from) / ms <= most) ?? { ms: (to - from) / most, say: monthOf }
  const first = Math.ceil(from / step.ms) * step.ms
  const marks = Array.from(
    { length: Math.max(0, Math.floor((to - first) / step.ms) + 1) },
    (_, n) => first + n * step.ms,
  )
  return marks.map((at) => ({ at, label: at % day === 0 && step.ms < day ? dayOf(at) : step.say(at) }))
}
