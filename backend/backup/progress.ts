import { duration } from '../log/progress.ts'

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Such as 12.4 MB. */
export const sized = (bytes: number): string => {
  const unit = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1000 ** unit
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

const everyMs = 1_000

/**
 * Prints the progress once a second, with the rate, and the remaining time if the total is known and one percent is
 * done.
 */
export const progress = (print: (line: string) => void, what: string, total?: number) => {
  const began = performance.now()
  let [bytes, reportedAt] = [0, began]
  return (more: number) => {
    bytes += more
    const now = performance.now()
    if (now - reportedAt < everyMs) return
    reportedAt = now
    const rate = (bytes * 1000) / (now - began)
    const left = total === undefined ? '' : ` of ${sized(total)}`
    const time =
      total === undefined || bytes < total / 100 ? '' : `, ${duration(Math.max(total - bytes, 0) / rate)} left`
    print(`${what}: ${sized(bytes)}${left}, ${sized(rate)}/s${time}`)
  }
}
