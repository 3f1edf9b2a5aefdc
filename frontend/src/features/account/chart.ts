import type { Dated } from './history.ts'

export const height = 250
const plot = { left: 84, right: 18, top: 12, bottom: 140 }
/** y coordinates, in pixels, of the rows of marks below the plot. */
export const marks = { granted: 170, held: 198, released: 226 }

export interface Scene {
  /** The balance as steps, and the area below them. */
  steps: string
  area: string
  levels: { y: number; value: number }[]
  marks: { id: string; x: number; line: Dated }[]
  left: number
  right: number
}

/** Returns four evenly spaced round amounts, from 0 to at least `most`. */
const levelsTo = (most: number): number[] => {
  const rough = Math.max(1, most) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  return [0, 1, 2, 3].map((n) => n * step)
}

/** Lays out transactions, oldest first, over `width` pixels: x is the time from the first one to `now`, y the balance. */
export const layOutChart = (lines: readonly Dated[], width: number, now = Date.now()): Scene => {
  const from = Date.parse(lines[0]?.createdAt ?? '')
  const right = width - plot.right
  const levels = levelsTo(Math.max(...lines.map(({ balance }) => balance)))
  const highest = levels.at(-1) ?? 1
  const xOf = (at: number) => plot.left + ((at - from) / Math.max(1, now - from)) * (right - plot.left)
  const yOf = (value: number) => plot.bottom - (value / highest) * (plot.bottom - plot.top)
  const points = lines.map((line) => ({ x: xOf(Date.parse(line.createdAt)), y: yOf(line.balance) }))
  const [first] = points
  const steps = `M${first?.x} ${first?.y}${points.map(({ x, y }) => `H${x}V${y}`).join('')}H${right}`
  return {
    steps,
    area: `${steps}V${plot.bottom}H${first?.x}Z`,
    levels: levels.map((value) => ({ value, y: yOf(value) })),
    marks: lines.map((line, n) => ({ id: line.id, x: points[n]?.x ?? 0, line })),
    left: plot.left,
    right,
  }
}
