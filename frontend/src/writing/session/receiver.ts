import type { Recorded } from '../engine/rebase.ts'
import type { Core } from './core.ts'
import { type Failure, isFailure, type SessionDeps } from './deps.ts'
import type { FailureHandler } from './failures.ts'

/** Applies recorded changes in order, and fetches those that arrived in no message. */
export const createReceiver = (core: Core, deps: Pick<SessionDeps, 'changes'>, parts: Parts) => {
  let catching: Promise<void> | undefined
  let isHeld = false
  /** The newest revision that a message announced. */
  let announced = 0

  const apply = async (changes: readonly Recorded[]) => {
    for (const change of changes) {
      const pending = [...core.engine().pending()]
      const unrecorded = pending[0]?.id === change.id ? pending.slice(1) : pending
      try {
        core.show(core.engine().receive(change))
      } catch {
        // The local text differs from the recorded one, or quill-delta threw because the change does not fit. Pending input is retained.
        await parts.failures.reset({ kind: 'diverged' }, unrecorded)
        break
      }
    }
    if (!core.isEnded()) core.publish()
  }
  const fetchChanges = async (): Promise<Failure | undefined> => {
    const known = announced
    const answer = await deps.changes(core.engine().revision(), core.engine().over())
    // The text does not change while a letter is composed; the changes are fetched again afterwards.
    if (isHeld || core.isEnded()) return
    if (isFailure(answer)) return answer
    await apply(answer)
    if (core.isWaiting()) core.publish({ status: core.pendingStatus() })
    // A response is bounded, so more changes may follow. Those announced during the request may be newer than the response.
    const isAnnounced = announced > known && announced > core.engine().revision()
    if (answer.length > 0 || isAnnounced) return fetchChanges()
  }
  /** Fetches the changes after the current revision, one request at a time; concurrent calls share its result. */
  const catchUp = (): Promise<void> => {
    catching ??= fetchChanges()
      .finally(() => {
        catching = undefined
      })
      .then(async (failure) => {
        if (failure) await parts.failures.handle(failure)
        parts.flushSoon()
      })
    return catching
  }
  return {
    catchUp,
    isHeld: () => isHeld,
    async receive(change: { revision: number } & Partial<Recorded>) {
      const engine = core.engine()
      if (isHeld || core.isEnded() || change.revision <= engine.revision()) return
      announced = Math.max(announced, change.revision)
      // Only fetched changes state the base text of a description, which may differ from the one shown here.
      const isFirst = engine.over() !== undefined && change.id !== engine.sent()?.id
      if (change.revision > engine.revision() + 1 || change.ops === undefined || isFirst) return catchUp()
      await apply([change as Recorded])
    },
    /** Prevents changes to the text while the user composes a letter. */
    hold(held: boolean) {
      if (isHeld === held) return
      isHeld = held
      if (!held) void catchUp()
    },
  }
}

interface Parts {
  failures: FailureHandler
  flushSoon(): void
}
export type Receiver = ReturnType<typeof createReceiver>
