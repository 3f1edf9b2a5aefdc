import { dateOf } from './dates.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const sameYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/**
 * Formats the time since an ISO time in this browser's time zone: 'Now', '12 min', '2 h', 'Yesterday', '3 Nov', '3 Nov
 * 2024'.
 */
export const ago = (iso: string, now: Date = new Date()): string => {
  const at = new Date(iso)
  const since = now.getTime() - at.getTime()
  if (since < minute) return 'Now'
  if (since < hour) return `${Math.floor(since / minute)} min`
  if (startOfDay(at) === startOfDay(now)) return `${Math.floor(since / hour)} h`
  if (startOfDay(now) - startOfDay(at) <= day * 1.1) return 'Yesterday'
  return at.getFullYear() === now.getFullYear() ? sameYear.format(at) : dateOf(iso)
}

/** Formats the time since an ISO time for the middle of a sentence: 'now', '12 min ago', '2 h ago', 'yesterday', '3 Nov'. */
export const agoInSentence = (iso: string, now: Date = new Date()): string => {
  const time = ago(iso, now)
  if (time === 'Now' || time === 'Yesterday') return time.toLowerCase()
  return /(min|h)$/.test(time) ? `${time} ago` : time
}
