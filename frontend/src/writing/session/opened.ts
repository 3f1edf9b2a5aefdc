import type { Session } from './session.ts'

/** The texts that are being written in this tab, by id, with how many places of a page show each. */
const opened = new Map<string, { session: Session; shown: number }>()

export const openedSession = (textId: string): Session | undefined => opened.get(textId)?.session

const stay = (event: BeforeUnloadEvent) => {
  if ([...opened.values()].some(({ session }) => session.isUnsaved())) event.preventDefault()
}

export const rememberSession = (textId: string, session: Session): void => {
  opened.set(textId, { session, shown: 0 })
  // Asked for by the browser before a tab with words that are on their way is closed.
  addEventListener('beforeunload', stay)
}

/** Nobody shows it any more, and nothing of it would be lost. */
export const forgetSession = (textId: string, session: Session): void => {
  const known = opened.get(textId)
  if (known?.session !== session || known.shown > 0 || session.isUnsaved()) return
  opened.delete(textId)
  if (opened.size === 0) removeEventListener('beforeunload', stay)
}

/** A page shows it, until what it answers is called. */
export const showSession = (textId: string, session: Session): (() => void) => {
  const known = opened.get(textId) ?? { session, shown: 0 }
  opened.set(textId, known)
  known.shown++
  return () => {
    known.shown--
    void session.flush()
    forgetSession(textId, session)
  }
}
