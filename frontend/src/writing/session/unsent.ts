import { type Shelf, shelfKey } from '../../app/drafts.ts'
import { parseSession, type StoredSession, stored } from './stored-session.ts'
import { isGone } from './tab.ts'

const prefixOf = (userId: string, textId: string) => shelfKey(userId, `text.${textId}.`)

/** What tabs of this browser have typed in one text and not sent: each tab its own, so that none writes over another's. */
export const unsentOf = (shelf: Shelf, userId: string, textId: string, tab: string) => {
  const key = prefixOf(userId, textId) + tab
  return {
    /** A full or forbidden store is no reason to stop anybody from typing. */
    keep(kept: StoredSession | undefined) {
      try {
        if (kept) shelf.setItem(key, JSON.stringify({ ...stored(kept), at: new Date().toISOString() }))
        else shelf.removeItem(key)
      } catch {}
    },
    /** What this tab left, or else one that is gone. It is this tab's from now on. */
    async adopt(): Promise<StoredSession | undefined> {
      const prefix = prefixOf(userId, textId)
      const keys = Array.from({ length: shelf.length }, (_, n) => shelf.key(n) ?? '')
      for (const from of [key, ...keys.filter((one) => one.startsWith(prefix) && one !== key)]) {
        if (from !== key && !(await isGone(from.slice(prefix.length)))) continue
        const session = parseSession(parsed(shelf.getItem(from)))
        if (!session) continue
        if (from !== key) {
          this.keep(session)
          shelf.removeItem(from)
        }
        return session
      }
    },
  }
}

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
