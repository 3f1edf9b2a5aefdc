import { watchUnsaved } from '../../base/unsaved.ts'
import type { Session } from './session.ts'

interface Opened {
  session: Session
  /** The number of components that show it. */
  shown: number
  /** Stops watching its unsaved input. */
  unwatch: () => void
}

/** The open sessions of this tab, by the id of their text. */
const opened = new Map<string, Opened>()

export const openedSession = (textId: string): Session | undefined => opened.get(textId)?.session

export const rememberSession = (textId: string, session: Session): Opened => {
  const { isUnsaved } = session
  const unwatch = watchUnsaved({ isUnsaved, save: () => void session.flush() })
  const entry = { session, shown: 0, unwatch }
  opened.set(textId, entry)
  return entry
}

/** Removes a session that is not shown and has no unsaved input. */
export const forgetSession = (textId: string, session: Session): void => {
  const entry = opened.get(textId)
  if (entry?.session !== session || entry.shown > 0 || session.isUnsaved()) return
  opened.delete(textId)
  entry.unwatch()
}

/** Registers a component that shows a session, until the returned function is called. */
export const showSession = (textId: string, session: Session): (() => void) => {
  const entry = opened.get(textId) ?? rememberSession(textId, session)
  entry.shown++
  return () => {
    entry.shown--
    void session.flush()
    forgetSession(textId, session)
  }
}
