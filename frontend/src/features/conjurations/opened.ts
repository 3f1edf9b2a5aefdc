import { z } from 'zod'

type Shelf = Pick<Storage, 'getItem' | 'setItem'>

const Ids = z.array(z.string())
const keyOf = (userId: string) => `loreloom.opened.${userId}`
/** Maximum number of ids. The oldest ids are dropped: an old link to such lore leads to its copy once more. */
const most = 200

const opened = (shelf: Shelf, userId: string): string[] => {
  try {
    return Ids.parse(JSON.parse(shelf.getItem(keyOf(userId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Returns true if this browser's user has opened copied lore before, or was redirected to its copy. */
export const wasOpened = (shelf: Shelf, userId: string, id: string): boolean => opened(shelf, userId).includes(id)

/** Stores that the user has opened copied lore. Ignores a full or forbidden storage, since the lore is readable without it. */
export const rememberOpened = (shelf: Shelf, userId: string, id: string): void => {
  const others = opened(shelf, userId).filter((other) => other !== id)
  try {
    shelf.setItem(keyOf(userId), JSON.stringify([...others, id].slice(-most)))
  } catch {}
}
