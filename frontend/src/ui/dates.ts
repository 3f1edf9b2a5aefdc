const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats the day of an ISO time in this browser's time zone, for all screens: '3 Nov 2026'. */
export const dateOf = (iso: string): string => date.format(new Date(iso))

/** Formats the day and the time of day: '3 Nov 2026, 23:44'. */
export const dateTimeOf = (iso: string): string => dateTime.format(new Date(iso))

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Formats the span between two ISO times: '3 Nov 2026, 23:44 to 23:58', or only the later time if both are in the same minute. */
export const spanOf = (from: string, to: string): string => {
  if (dateTimeOf(from) === dateTimeOf(to)) return dateTimeOf(to)
  return `${dateTimeOf(from)} to ${dateOf(from) === dateOf(to) ? time.format(new Date(to)) : dateTimeOf(to)}`
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** Formats day and month of an ISO time, for narrow rows: '3 Nov'. */
export const shortDateOf = (iso: string): string => dayAndMonth.format(new Date(iso))
