import type { RecordedEvent } from '#eventstore'

/** Target size of a page in characters, and its number of events: at first, at least and at most. */
const wanted = 1_000_000
const events = { first: 100, least: 10, most: 1000 }

/**
 * Adapts the number of events per page to their size, so that pages of long texts are no larger than those of short
 * facts.
 */
export const readSize = () => {
  let size = events.first
  return {
    size: () => size,
    learn(page: readonly RecordedEvent[]) {
      const each = page.reduce((sum, { data }) => sum + lettersIn(data), 0) / Math.max(page.length, 1)
      size = Math.round(Math.min(Math.max(wanted / Math.max(each, 1), events.least), events.most))
    },
  }
}

/** Estimates the number of characters of a value as JSON, which is cheaper than serialising it. */
export const lettersIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce<number>((sum, part) => sum + 10 + lettersIn(part), 0)
}
