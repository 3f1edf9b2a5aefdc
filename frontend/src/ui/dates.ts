const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** The day of an ISO time as every screen writes it, in this browser's time zone: '3 Nov 2026'. */
export const dateOf = (iso: string): string => date.format(new Date(iso))

/** The same with the time of day: '3 Nov 2026, 23:44'. */
export const dateTimeOf = (iso: string): string => dateTime.format(new Date(iso))

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** From one ISO time to a later one: '3 Nov 2026, 23:44 to 23:58', or only the later where they are the same minute. */
export const spanOf = (from: string, to: string): string => {
  if (dateTimeOf(from) === dateTimeOf(to)) return dateTimeOf(to)
  return `${dateTimeOf(from)} to ${dateOf(from) === dateOf(to) ? time.format(new Date(to)) : dateTimeOf(to)}`
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** Day and month of an ISO time, for rows that are short of room: '3 Nov'. */
export const shortDateOf = (iso: string): string => dayAndMonth.format(new Date(iso))
