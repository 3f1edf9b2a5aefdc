const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A calendar day, which is the same in every time zone: '21 Nov 2026'. */
export const playedOnOf = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

/** A time in a recording: '1:02:40', or '2:40' within the first hour. */
export const timeOf = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** The length of a recording: '3 h 12 min'. */
export const durationOf = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.round((seconds % 3600) / 60)]
  return hours > 0 ? `${hours} h ${minutes} min` : `${Math.max(minutes, 1)} min`
}
