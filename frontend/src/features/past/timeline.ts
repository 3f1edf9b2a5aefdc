import type { PastMarks } from '#projections/past-answers.ts'

/** Milliseconds that a mark covers, by its unit. */
export const lengthOf: Record<PastMarks['unit'], number> = {
  day: 24 * 60 * 60 * 1000,
  hour: 60 * 60 * 1000,
  minute: 60 * 1000,
}

/** The time from the first event to now, in steps as long as a mark. The last step is now. */
export interface Timeline {
  steps: number
  /** Returns the ISO time of a step's end, so that its events are included. */
  timeOf(step: number): string
  stepOf(time: string): number
  /** Numbers of events per step, earliest first. */
  marks: readonly { step: number; count: number }[]
}

export const timelineOf = ({ from, until, unit, data }: PastMarks): Timeline => {
  const length = lengthOf[unit]
  const first = data[0]?.at ?? from
  const [begin, end] = [Math.min(Date.parse(first), Date.parse(from)), Date.parse(until)]
  const steps = Math.max(Math.ceil((end - begin) / length) - 1, 1)
  const stepOf = (time: string) => Math.min(Math.max(Math.ceil((Date.parse(time) - begin) / length) - 1, 0), steps)
  return {
    steps,
    stepOf,
    timeOf: (step) => new Date(step >= steps ? end : begin + (step + 1) * length - 1).toISOString(),
    marks: data.map(({ at, count }) => ({
      step: Math.min(Math.floor((Date.parse(at) - begin) / length), steps),
      count,
    })),
  }
}

/** Groups steps into distinguishable columns; the height is the column's largest step, from 0 to 1. */
export const columnsOf = ({ steps, marks }: Timeline, most = 160): { at: number; height: number }[] => {
  const columns = Math.min(steps + 1, most)
  const sums = new Map<number, number>()
  for (const { step, count } of marks) {
    const column = Math.floor((step / (steps + 1)) * columns)
    sums.set(column, (sums.get(column) ?? 0) + count)
  }
  const highest = Math.log1p(Math.max(1, ...sums.values()))
  return [...sums].map(([column, count]) => ({
    at: columns > 1 ? column / (columns - 1) : 1,
    height: 0.2 + (0.8 * Math.log1p(count)) / highest,
  }))
}

/** The nearest step with a mark in a direction. */
export const neighbour = ({ marks, steps }: Timeline, step: number, way: 'earlier' | 'later'): number | undefined => {
  if (way === 'earlier') return marks.findLast((mark) => mark.step < step)?.step
  return marks.find((mark) => mark.step > step)?.step ?? (step < steps ? steps : undefined)
}
