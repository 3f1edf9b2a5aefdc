import type { TextKind } from '#domain/text-formats.ts'
import { newId } from '../../base/ids.ts'
import type { AppStore } from '../../realtime/store.ts'
import { beginSession } from './begin.ts'
import type { Failure, Loaded } from './deps.ts'
import { forgetSession, rememberSession } from './opened.ts'
import type { Session } from './session.ts'
import { tabName } from './tab.ts'
import { beginning, transportOf } from './transport.ts'
import { unsentOf } from './unsent.ts'

export interface Opening {
  store: AppStore
  userId: string
  textId: string
  kind: TextKind
  /** Debounce of sending, in milliseconds. */
  pauseMs: number
  /** The text as shown. */
  shown: Loaded | undefined
}

/** Opens a session to edit a text, and retains it while it is shown or has unsaved input. */
export const openSession = async ({
  store,
  userId,
  textId,
  kind,
  shown,
  ...opening
}: Opening): Promise<Session | Failure> => {
  const unsent = unsentOf(localStorage, userId, textId, await tabName())
  const session = await beginSession({
    ...transportOf(store, textId, kind),
    ...opening,
    newId,
    unsent,
    shown: shown && beginning(shown, kind),
  })
  if ('kind' in session) return session
  rememberSession(textId, session)
  // The session outlives its page: unsent changes are sent on reconnection.
  session.subscribe(() => forgetSession(textId, session))
  return session
}
