const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** When an event was recorded, in local time: its day and, of this year, to the millisecond. */
export const dayTime = (at: string, now: number): string => {
  const time = new Date(at)
  const day = `${time.getDate()} ${months[time.getMonth()]}`
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`
  return time.getFullYear() === new Date(now).getFullYear()
    ? `${day} ${clock}.${pad(time.getMilliseconds(), 3)}`
    : `${day} ${time.getFullYear()} ${clock}`
}
