import type { CurveAnswer, CurveStep } from '#domain/ledger-answers.ts'

/** Fixed coordinates of the chart, in pixels. */
export const plot = { left: 56, right: 14, top: 34, bottom: 164, thread: 188, labels: 212, height: 222 }

export interface Scene {
  /** SVG paths: the balance up to the moment, the area below it, and the balance after the moment. */
  past: string
  area: string
  future: string
  /** Coordinates of the balance at the moment. */
  here: { x: number; y: number }
  levels: { value: number; y: number }[]
  /** Ticks on the slider's track, one per step if they fit. */
  ticks: { x: number; isFuture: boolean }[]
  right: number
  xOf: (at: number) => number
  timeAt: (x: number) => number
}

export interface Span {
  from: number
  to: number
}

/** Minimum distance between two ticks in pixels: ticks that are closer to the previous one are omitted. */
const tickGap = 3

/** Returns two to five evenly spaced round amounts, from at most `least` to at least `most`. */
export const levelsOf = (least: number, most: number): number[] => {
  const rough = Math.max(1, most - least) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power)
  const first = Math.floor(least / step) * step
  const count = Math.ceil((most - first) / step) + 1
  return Array.from({ length: Math.max(2, count) }, (_, n) => first + n * step)
}

/** Lays out the balance over time. `moment.position` separates past and future steps, even among steps of the same time. */
export const layOutCurve = (
  { opening, steps }: Pick<CurveAnswer, 'opening' | 'steps'>,
  { from, to }: Span,
  moment: { at: number; position: string },
  width: number,
): Scene => {
  const right = width - plot.right
  const room = Math.max(1, right - plot.left)
  const balances = [opening.balance, ...steps.map(({ balance }) => balance)]
  const levels = levelsOf(Math.min(...balances), Math.max(...balances))
  const [lowest = 0, highest = 1] = [levels[0], levels.at(-1)]
  const clamp = (x: number) => Math.min(right, Math.max(plot.left, x))
  const xOf = (at: number) => clamp(plot.left + ((at - from) / Math.max(1, to - from)) * room)
  const yOf = (value: number) =>
    plot.bottom - ((value - lowest) / Math.max(1, highest - lowest)) * (plot.bottom - plot.top)

  const isFuture = (step: CurveStep) => BigInt(step.position) > BigInt(moment.position)
  const before = steps.filter((step) => !isFuture(step))
  const after = steps.filter(isFuture)
  const here = { x: xOf(moment.at), y: yOf((before.at(-1) ?? opening).balance) }
  const path = (list: readonly CurveStep[]) =>
    list.map(({ at, balance }) => `H${round(xOf(Date.parse(at)))}V${round(yOf(balance))}`).join('')
  const past = `M${plot.left} ${round(yOf(opening.balance))}${path(before)}H${round(here.x)}`
  return {
    past,
    area: `${past}V${plot.bottom}H${plot.left}Z`,
    future: `M${round(here.x)} ${round(here.y)}${path(after)}H${right}`,
    here,
    levels: levels.map((value) => ({ value, y: yOf(value) })),
    ticks: apart(steps.map((step) => ({ x: xOf(Date.parse(step.at)), isFuture: isFuture(step) }))),
    right,
    xOf,
    timeAt: (x) => from + ((clamp(x) - plot.left) / room) * (to - from),
  }
}

const round = (value: number) => Math.round(value * 10) / 10

const apart = (ticks: readonly { x: number; isFuture: boolean }[]) => {
  let last = Number.NEGATIVE_INFINITY
  return ticks.filter(({ x }) => {
    if (x - last < tickGap) return false
    last = x
    return true
  })
}

/** Returns the last step at or before a time; undefined before the first step. */
export const stepAt = (steps: readonly CurveStep[], at: number): CurveStep | undefined =>
  steps.findLast((step) => Date.parse(step.at) <= at)
