import { newId } from '../../app/ids.ts'
import type { AppStore } from '../../app/store.ts'
import { rebase } from '../engine/rebase.ts'
import { asideOf } from './aside.ts'
import type { Kept } from './kept.ts'
import { forgetSession, rememberSession } from './opened.ts'
import { createSession, type Failure, type Loaded, type Session } from './session.ts'
import { tabName } from './tab.ts'
import { transportOf } from './transport.ts'
import { unsentOf } from './unsent.ts'

export interface Opening {
  store: AppStore
  userId: string
  textId: string
  /** Milliseconds of a pause after which what is typed is sent. */
  pauseMs: number
}

const isFailure = (answer: object): answer is Failure => 'kind' in answer

/** What an earlier page left, on the text as it is now; or that it can no longer be brought there. */
const resumed = async (
  { revision, pending, sent }: Kept,
  loaded: Loaded,
  changes: (after: number) => Promise<{ revision: number }[] | Failure>,
) => {
  const since = await changes(revision)
  if (isFailure(since)) return since
  const rest = rebase(
    pending,
    (since as never[]).filter(({ revision }) => revision <= loaded.revision),
  )
  return { pending: rest, sent: rest[0]?.id === sent?.id ? sent : undefined }
}

/** Loads a text to write in it, with what this browser had not sent. Nothing is sent that was not loaded first. */
export const openSession = async ({ store, userId, textId, pauseMs }: Opening): Promise<Session | Failure> => {
  const transport = transportOf(store, textId)
  const unsent = unsentOf(localStorage, userId, textId, await tabName())
  const loaded = await transport.load()
  if (isFailure(loaded)) return loaded
  const kept = await unsent.adopt()
  const more = kept && (await resumed(kept, loaded, transport.changes))
  if (more && 'kind' in more && more.kind === 'unreachable') return more
  const isLate = more !== undefined && 'kind' in more
  const deps = { ...transport, keep: unsent.keep, newId, pauseMs }
  const session = createSession(deps, loaded, isLate ? undefined : more)
  if (isLate && kept) session.putAside(asideOf(kept.pending, { kind: 'too_old' }))
  rememberSession(textId, session)
  // It outlives its page: what waits for the connection goes out when that is back.
  session.subscribe(() => forgetSession(textId, session))
  return session
}
