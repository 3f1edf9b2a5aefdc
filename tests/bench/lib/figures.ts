/** The value below which `share` (0 to 1) of the values are; of none, NaN. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (low === undefined || high === undefined) return Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** With as many digits as a reader can use: 12,345 · 123 · 12.3 · 1.23 · 0.12; a whole number as it is. */
export function written(value: number): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A median with the spread of its rounds: `12,345 (12,001 to 12,800)`. */
export const spread = (values: readonly number[]): string =>
  values.length === 1
    ? written(median(values))
    : `${written(median(values))} (${written(Math.min(...values))} to ${written(Math.max(...values))})`

/** Milliseconds, half of them and 99 of 100 of them below: `1.20 / 4.56`. */
export const latency = (values: readonly number[]): string =>
  `${written(quantile(values, 0.5))} / ${written(quantile(values, 0.99))}`

/** Rows of a table that sets contenders beside our median: a name, what it came to, ours by it, and the reach. */
export const beside =
  (ours: number) =>
  (name: string, values: readonly number[], reach = ''): string[] => [
    name,
    spread(values),
    written(ours / median(values)),
    reach,
  ]

/** What a figure should come to. */
export type Reach = { name: string; value: number } & ({ atLeast: number } | { atMost: number })

const [reached, missed] = [': reached', ': **not reached**']

/** The verdict cell: each reach with the figure, and whether it is reached. */
export const verdict = (...reaches: Reach[]): string =>
  reaches
    .map((reach) => {
      const isReached = 'atLeast' in reach ? reach.value >= reach.atLeast : reach.value <= reach.atMost
      const wanted = 'atLeast' in reach ? `≥ ${reach.atLeast}` : `≤ ${reach.atMost}`
      return `${reach.name} ${written(reach.value)} (${wanted})${isReached ? reached : missed}`
    })
    .join('<br>')

/** A cell or note without its verdicts: a smoke run judges nothing. */
export const unjudged = (text: string): string => text.replaceAll(missed, '').replaceAll(reached, '')
