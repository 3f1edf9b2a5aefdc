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
