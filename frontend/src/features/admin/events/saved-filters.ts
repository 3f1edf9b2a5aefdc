import { z } from 'zod'

/** Named filters with their URL query. */
const Saved = z.array(z.object({ name: z.string(), query: z.string() }))
export type Saved = z.infer<typeof Saved>
const most = 20

const keyOf = (adminId: string) => `loreloom.event-filters.${adminId}`

/** The filters of one admin in this browser; unreadable content counts as empty. */
export const savedFilters = (adminId: string): Saved => {
  try {
    return Saved.parse(JSON.parse(localStorage.getItem(keyOf(adminId)) ?? '[]'))
  } catch {
    return []
  }
}

export const withSaved = (saved: Saved, name: string, query: string): Saved =>
  [...saved.filter((other) => other.name !== name), { name, query }].slice(-most)

export const storeFilters = (adminId: string, saved: Saved): void =>
  localStorage.setItem(keyOf(adminId), JSON.stringify(saved))
