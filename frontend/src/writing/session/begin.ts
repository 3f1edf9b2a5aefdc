import { type Recorded, rebase } from '../engine/rebase.ts'
import { type Failure, isFailure, type Loaded, type SessionDeps } from './deps.ts'
import { rejectedEditOf } from './rejected-edit.ts'
import { createSession, type Session } from './session.ts'
import type { StoredSession } from './stored-session.ts'

export interface Beginning extends Omit<SessionDeps, 'store'> {
  /** The text as loaded for reading, which is on screen. */
  shown: Loaded | undefined
  unsent: { store: SessionDeps['store']; adopt(): Promise<StoredSession | undefined> }
}

/** Fetches all changes after the stored revision, up to `last`. A single response may contain only a part of them. */
const changesTo = async (last: number, { revision, over }: StoredSession, changes: SessionDeps['changes']) => {
  const all: Recorded[] = []
  for (let at = revision; at < last; ) {
    const some = await changes(at, at === 0 ? over : undefined)
    if (isFailure(some)) return some
    all.push(...some.filter(({ revision }) => revision <= last))
    at = some.at(-1)?.revision ?? last
  }
  return all
}

/**
 * Rebases the stored changes of an earlier page onto the current text, or returns the reason why that is impossible.
 */
const resumed = async (stored: StoredSession, loaded: Loaded, changes: SessionDeps['changes']) => {
  if (loaded.revision === 0 && stored.over !== loaded.over) return { kind: 'too_old' } as const
  const { pending, sent } = stored
  const since = await changesTo(loaded.revision, stored, changes)
  if (isFailure(since)) return since
  const rest = rebase(pending, since)
  return { pending: rest, sent: rest[0]?.id === sent?.id ? sent : undefined }
}

/**
 * Starts a session with the changes that this browser had not sent. It is based on the server's response, or without
 * one on the shown text. Without either, or if the stored changes cannot be rebased yet, no session starts.
 */
export const beginSession = async ({ shown, unsent, ...deps }: Beginning): Promise<Session | Failure> => {
  const answer = await deps.load()
  const loaded = isFailure(answer) && answer.kind === 'unreachable' && shown ? shown : answer
  if (isFailure(loaded)) return loaded
  const left = await unsent.adopt()
  const more = left && (await resumed(left, loaded, deps.changes))
  const late = more && isFailure(more) ? more : undefined
  if (late?.kind === 'unreachable') return late
  const session = createSession({ ...deps, store: unsent.store }, loaded, more && !isFailure(more) ? more : undefined)
  if (left && late) session.addRejectedEdit(rejectedEditOf(left.pending, { kind: 'too_old' }))
  return session
}
