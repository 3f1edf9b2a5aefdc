import { watchUnsaved } from '../../app/unsaved.ts'
import type { Session } from './session.ts'

interface Opened {
  session: Session
  /** How many places of a page show it. */
  shown: number
  /** Nobody looks after its words any more. */
  unwatch: () => void
}

/** The texts that are being written in this tab, by id. */
const opened = new Map<string, Opened>()

export const openedSession = (textId: string): Session | undefined => opened.get(textId)?.session

export const rememberSession = (textId: string, session: Session): Opened => {
  const { isUnsaved } = session
  const unwatch = watchUnsaved({ isUnsaved, save: () => void session.flush() })
  const known = { session, shown: 0, unwatch }
  opened.set(textId, known)
  return known
}

/** Nobody shows it any more, and nothing of it would be lost. */
export const forgetSession = (textId: string, session: Session): void => {
  const known = opened.get(textId)
  if (known?.session !== session || known.shown > 0 || session.isUnsaved()) return
  opened.delete(textId)
  known.unwatch()
}

/** A page shows it, until what it answers is called. */
export const showSession = (textId: string, session: Session): (() => void) => {
  const known = opened.get(textId) ?? rememberSession(textId, session)
  known.shown++
  return () => {
    known.shown--
    void session.flush()
    forgetSession(textId, session)
  }
}
