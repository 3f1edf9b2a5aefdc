const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** When an event was recorded, in local time: to the millisecond today, with its day before that. */
export const clockTime = (at: string, now: number): string => {
  const time = new Date(at)
  const today = new Date(now)
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`
  if (time.toDateString() === today.toDateString()) return `${clock}.${pad(time.getMilliseconds(), 3)}`
  const day = `${time.getDate()} ${months[time.getMonth()]}`
  return time.getFullYear() === today.getFullYear() ? `${day} ${clock}` : `${day} ${time.getFullYear()}`
}

/** How long a span is, in the largest unit that says it: '8 ms', '31 s', '4 min'. */
export const span = (ms: number): string => {
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${Math.round(ms / 1_000)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  if (ms < 86_400_000) return `${Math.round(ms / 3_600_000)} h`
  return `${Math.round(ms / 86_400_000)} d`
}
