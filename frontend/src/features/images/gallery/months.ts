import { newestFirst } from '../../../data/gallery-query.ts'

/** A month as the API names it, `YYYY-MM` in UTC: the gallery's filter and its counts are by the same clock. */
export const monthOf = (createdAt: string): string => createdAt.slice(0, 7)

/** `2026-11` as a heading: `November 2026`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

export interface Month<Item> {
  month: string
  items: Item[]
}

/** Newest month first; inside a month newest first, ties by id so that two tabs agree. */
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
