import { z } from 'zod'

/** Typed text that is not stored on the server, with the stored value that it replaces and its ISO time. */
export interface Draft<V> {
  value: V
  base: V
  at: string
}

/** The used part of the Storage API, so that tests can supply their own. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * The limit per user; the oldest are dropped. A draft has at most two values of a field, up to 20,000 characters each.
 * Unsent changes of texts do not count, and are dropped by age alone.
 */
export const mostDrafts = 30
/** Begins the fields of unsent changes of texts. */
export const textField = 'text.'
const retentionMs = 30 * 24 * 60 * 60 * 1000

const Dated = z.object({ at: z.iso.datetime() })
const ofPerson = (userId: string) => `loreloom.draft.${userId}.`
/** Storage key of a user's data, which is deleted at sign-out. */
export const shelfKey = (userId: string, field: string): string => ofPerson(userId) + field
/** Users signed out in this tab: later responses store nothing for them. */
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

/** Accesses a user's drafts, which survive a crash of the tab. `field` identifies the input; an unreadable draft counts as none. */
export const draftsOf = (shelf: Shelf, userId: string) => {
  const keyOf = (field: string) => ofPerson(userId) + field
  const makeRoom = () => {
    const newestFirst = keysOf(shelf, userId)
      .map((key) => ({ key, at: Date.parse(Dated.safeParse(parsed(shelf.getItem(key))).data?.at ?? '') || 0 }))
      .toSorted((a, b) => b.at - a.at)
    let count = 0
    for (const { key, at } of newestFirst) {
      const isText = key.startsWith(keyOf(textField))
      if (!isText) count++
      if (at < Date.now() - retentionMs || (!isText && count >= mostDrafts)) shelf.removeItem(key)
    }
  }

  return {
    read<V>(field: string, value: z.ZodType<V>): Draft<V> | undefined {
      return Dated.extend({ value, base: value }).safeParse(parsed(shelf.getItem(keyOf(field)))).data as
        | Draft<V>
        | undefined
    },
    /** Stores a draft. Ignores a full or forbidden storage, so that the user can type on. */
    keep<V>(field: string, value: V, base: V) {
      if (forgotten.has(userId)) return
      try {
        if (shelf.getItem(keyOf(field)) === null) makeRoom()
        shelf.setItem(keyOf(field), JSON.stringify({ value, base, at: new Date().toISOString() }))
      } catch {}
    },
    /** With two windows open, each deletes only its own draft: the other one stays until it is stored. */
    drop<V>(field: string, value: V) {
      const stored = z.object({ value: z.unknown() }).safeParse(parsed(shelf.getItem(keyOf(field)))).data
      if (!stored || JSON.stringify(stored.value) === JSON.stringify(value)) shelf.removeItem(keyOf(field))
    },
  }
}
export type Drafts = ReturnType<typeof draftsOf>

/** Deletes all drafts of a user, at sign-out. */
export const forgetDrafts = (shelf: Shelf, userId: string): void => {
  forgotten.add(userId)
  for (const key of keysOf(shelf, userId)) shelf.removeItem(key)
}
