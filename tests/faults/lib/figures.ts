/** The middle of some numbers, and the worst. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
export const worst = (numbers: readonly number[]): number => Math.max(0, ...numbers)
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
