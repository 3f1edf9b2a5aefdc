const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats an event's local time: with milliseconds if it is of the current year, otherwise with the year. */
export const dayTime = (at: string, now: number): string => {
  const time = new Date(at)
  const day = `${time.getDate()} ${months[time.getMonth()]}`
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`
  return time.getFullYear() === new Date(now).getFullYear()
    ? `${day} ${clock}.${pad(time.getMilliseconds(), 3)}`
    : `${day} ${time.getFullYear()} ${clock}`
}
