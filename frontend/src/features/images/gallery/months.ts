import { newestFirst } from '../../../data/gallery-query.ts'

/** Returns the month of a time in the format of the API: `YYYY-MM` in UTC, like the gallery's filter and counts. */
export const monthOf = (createdAt: string): string => createdAt.slice(0, 7)

/** Returns the heading of a month: `November 2026` for `2026-11`. Throws a RangeError if the month does not exist. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

export interface Month<Item> {
  month: string
  items: Item[]
}

/** Groups items by month, newest first. Items of the same time are sorted by id, so that the order is the same in each tab. */
export const byMonth = <Item extends { id: string; createdAt: string }>(items: readonly Item[]): Month<Item>[] => {
  const months = new Map<string, Item[]>()
  for (const item of [...items].sort(newestFirst)) {
    const month = monthOf(item.createdAt)
    const known = months.get(month)
    if (known) known.push(item)
    else months.set(month, [item])
  }
  return [...months].map(([month, items]) => ({ month, items }))
}
