import { type Shelf, shelfKey, textField } from '../../base/drafts.ts'
import { parseSession, type StoredSession, stored } from './stored-session.ts'
import { isGone } from './tab.ts'

const prefixOf = (userId: string, textId: string) => shelfKey(userId, `${textField}${textId}.`)

/** Unsent changes of this browser's tabs in one text, stored per tab, so that none overwrites another's. */
export const unsentOf = (shelf: Shelf, userId: string, textId: string, tab: string) => {
  const key = prefixOf(userId, textId) + tab
  return {
    /** Stores the session. Ignores a full or forbidden storage, so that the user can type on. */
    store(session: StoredSession | undefined) {
      try {
        if (session) shelf.setItem(key, JSON.stringify({ ...stored(session), at: new Date().toISOString() }))
        else shelf.removeItem(key)
      } catch {}
    },
    /** Returns the changes that this tab left, or those of a closed one, which then belong to this tab. */
    async adopt(): Promise<StoredSession | undefined> {
      const prefix = prefixOf(userId, textId)
      const keys = Array.from({ length: shelf.length }, (_, n) => shelf.key(n) ?? '')
      for (const from of [key, ...keys.filter((one) => one.startsWith(prefix) && one !== key)]) {
        if (from !== key && !(await isGone(from.slice(prefix.length)))) continue
        const session = parseSession(parsed(shelf.getItem(from)))
        if (!session) continue
        if (from !== key) {
          this.store(session)
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
