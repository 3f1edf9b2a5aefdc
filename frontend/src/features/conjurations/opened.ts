import { z } from 'zod'

type Shelf = Pick<Storage, 'getItem' | 'setItem'>

const Ids = z.array(z.string())
const keyOf = (userId: string) => `loreloom.opened.${userId}`
/** The oldest are forgotten: at worst an old link leads to the copy once more. */
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

/** A full or forbidden store is no reason to stop anybody from reading. */
export const rememberOpened = (shelf: Shelf, userId: string, id: string): void => {
  const others = opened(shelf, userId).filter((other) => other !== id)
  try {
    shelf.setItem(keyOf(userId), JSON.stringify([...others, id].slice(-most)))
  } catch {}
}
