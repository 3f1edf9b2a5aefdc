import { type Recorded, rebase } from '../engine/rebase.ts'
import { asideOf } from './aside.ts'
import { createSession, type Failure, type Loaded, type Session, type SessionDeps } from './session.ts'
import type { StoredSession } from './stored-session.ts'

export interface Beginning extends Omit<SessionDeps, 'keep'> {
  /** The text as it is on screen, which was loaded for that. */
  shown: Loaded | undefined
  unsent: { keep: SessionDeps['keep']; adopt(): Promise<StoredSession | undefined> }
}

const isFailure = (answer: object): answer is Failure => 'kind' in answer

/** All that was recorded after a revision up to another, though an answer may hold only a part of it. */
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

/** What an earlier page left, on the text as it is now; or why it can no longer be brought there. */
const resumed = async (kept: StoredSession, loaded: Loaded, changes: SessionDeps['changes']) => {
  if (loaded.revision === 0 && kept.over !== loaded.over) return { kind: 'too_old' } as const
  const { pending, sent } = kept
  const since = await changesTo(loaded.revision, kept, changes)
  if (isFailure(since)) return since
  const rest = rebase(pending, since)
  return { pending: rest, sent: rest[0]?.id === sent?.id ? sent : undefined }
}

/**
 * A text to write in, with what this browser had not sent. It stands on what the server answered: now, or, where no answer comes,
 * when it was shown. Without either, or where what was left cannot be brought onto it yet, there is nothing to write in.
 */
export const beginSession = async ({ shown, unsent, ...deps }: Beginning): Promise<Session | Failure> => {
  const answer = await deps.load()
  const loaded = isFailure(answer) && answer.kind === 'unreachable' && shown ? shown : answer
  if (isFailure(loaded)) return loaded
  const left = await unsent.adopt()
  const more = left && (await resumed(left, loaded, deps.changes))
  const late = more && isFailure(more) ? more : undefined
  if (late?.kind === 'unreachable') return late
  const session = createSession({ ...deps, keep: unsent.keep }, loaded, more && !isFailure(more) ? more : undefined)
  if (left && late) session.putAside(asideOf(left.pending, { kind: 'too_old' }))
  return session
}
