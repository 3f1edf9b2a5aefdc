import { z } from 'zod'

/** What somebody typed and no server has: over which value, and when, as an ISO time. */
export interface Draft<V> {
  value: V
  base: V
  at: string
}

/** What is used of the browser's store, so that tests bring their own. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Of one person; the oldest make room. A draft is at most two values of a field, of up to 20,000 letters each. */
export const mostDrafts = 30
const keptMs = 30 * 24 * 60 * 60 * 1000

const Dated = z.object({ at: z.iso.datetime() })
const ofPerson = (userId: string) => `loreloom.draft.${userId}.`
/** Where something of one person is kept that goes when they sign out. */
export const shelfKey = (userId: string, field: string): string => ofPerson(userId) + field
/** Signed out in this tab: what is answered after that keeps nothing. */
const forgotten = new Set<string>()

const keysOf = (shelf: Shelf, userId: string): string[] =>
  Array.from({ length: shelf.length }, (_, n) => shelf.key(n) ?? '').filter((key) => key.startsWith(ofPerson(userId)))

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One person's drafts, which outlive a crash of the tab. `field` names what was typed in; content that cannot be read counts as none. */
export const draftsOf = (shelf: Shelf, userId: string) => {
  const keyOf = (field: string) => ofPerson(userId) + field
  const makeRoom = () => {
    const oldest = keysOf(shelf, userId)
      .map((key) => ({ key, at: Date.parse(Dated.safeParse(parsed(shelf.getItem(key))).data?.at ?? '') || 0 }))
      .toSorted((a, b) => b.at - a.at)
      .filter(({ at }, n) => n >= mostDrafts - 1 || at < Date.now() - keptMs)
    for (const { key } of oldest) shelf.removeItem(key)
  }

  return {
    read<V>(field: string, value: z.ZodType<V>): Draft<V> | undefined {
      return Dated.extend({ value, base: value }).safeParse(parsed(shelf.getItem(keyOf(field)))).data as
        | Draft<V>
        | undefined
    },
    /** A full or forbidden store is no reason to stop anybody from typing. */
    keep<V>(field: string, value: V, base: V) {
      if (forgotten.has(userId)) return
      try {
        if (shelf.getItem(keyOf(field)) === null) makeRoom()
        shelf.setItem(keyOf(field), JSON.stringify({ value, base, at: new Date().toISOString() }))
      } catch {}
    },
    /** Of two windows that are written in, each drops what it kept itself: the other's stays until that is stored. */
    drop<V>(field: string, value: V) {
      const stored = z.object({ value: z.unknown() }).safeParse(parsed(shelf.getItem(keyOf(field)))).data
      if (!stored || JSON.stringify(stored.value) === JSON.stringify(value)) shelf.removeItem(keyOf(field))
    },
  }
}
export type Drafts = ReturnType<typeof draftsOf>

/** Whoever signs out leaves nothing that they wrote on this machine. */
export const forgetDrafts = (shelf: Shelf, userId: string): void => {
  forgotten.add(userId)
  for (const key of keysOf(shelf, userId)) shelf.removeItem(key)
}
