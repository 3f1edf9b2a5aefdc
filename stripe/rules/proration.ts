/** Part of `amount` for what is left of a period from `at` on, by the second, rounded to whole cents. */
export const remainingOf = (amount: number, period: { start: number; end: number }, at: number): number => {
  const whole = period.end - period.start
  const left = Math.min(Math.max(period.end - at, 0), whole)
  return whole > 0 ? Math.round((amount * left) / whole) : 0
}
