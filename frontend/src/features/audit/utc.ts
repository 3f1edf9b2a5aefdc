/** All times on audit screens are in UTC, for comparison with external logs and receipts. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (at: string | number): string => formatter.format(new Date(at))
}

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const weekday = format({ weekday: 'long' })
const longDay = format({ day: 'numeric', month: 'long', year: 'numeric' })
const dayAndYear = format({ day: 'numeric', month: 'short', year: 'numeric' })
const year = format({ year: 'numeric' })

/** '19 Nov' */
export const dayOf = format({ day: 'numeric', month: 'short' })
/** '21:51:03' */
export const timeOf = format(clock)
/** '21:51' */
export const minuteOf = format({ hour: '2-digit', minute: '2-digit' })
/** 'Nov 2026' */
export const monthOf = format({ month: 'short', year: 'numeric' })
/** 'Thursday 19 November 2026' */
export const longDayOf = (at: string | number): string => `${weekday(at)} ${longDay(at)}`

/** Returns '19 Nov 21:51:03', with the year if it is not the current one. */
export const stampOf = (at: string, now: number = Date.now()): string =>
  `${year(at) === year(now) ? dayOf(at) : dayAndYear(at)} ${timeOf(at)}`

/**
 * Returns the time `ms` after `at`, so that a period up to it includes the events at `at`. A typed time, which has no
 * milliseconds, needs 1,000 ms to cover its whole second.
 */
export const justAfter = (at: string, ms = 1): string => new Date(Date.parse(at) + ms).toISOString()

/** The value of a date and time field, in UTC: '2026-11-19T21:51:03'. */
export const fieldOf = (at: string | number): string => new Date(at).toISOString().slice(0, 19)
/** Returns the ISO time of a date and time field, in UTC; undefined if its value is not a valid time. */
export const momentOf = (field: string): string | undefined => {
  const at = Date.parse(`${field}Z`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
