import type { Core } from './core.ts'
import { type Failure, isFailure, type SessionDeps } from './deps.ts'
import { type RejectionReason, rejectedEditOf } from './rejected-edit.ts'

/** Handles requests that had no result: waits, reloads the text, or ends the session. No pending edit is lost. */
export const createFailureHandler = (core: Core, deps: Pick<SessionDeps, 'load' | 'reachable'>, parts: Parts) => {
  let waiting: Promise<void> | undefined

  /** Reloads the text from the server; unrecorded changes become a rejected edit next to it. */
  const reset = async (reason: RejectionReason, unrecorded = core.engine().pending()): Promise<void> => {
    const loaded = await deps.load()
    if (isFailure(loaded)) return handle(loaded)
    const rejectedEdits = core.withRejected(rejectedEditOf(unrecorded, reason))
    core.replace(loaded)
    core.publish({ status: rejectedEdits.length > 0 ? 'failed' : 'idle', rejectedEdits })
  }
  const end = () => {
    if (core.isEnded()) return
    parts.stopTimer()
    const edit = rejectedEditOf(core.engine().pending(), { kind: 'lost' })
    core.publish({ status: 'ended', rejectedEdits: core.withRejected(edit) })
  }
  const refuse = (message: string) => {
    const { change, words } = core.engine().refuse()
    core.show(change)
    const edit = rejectedEditOf([{ id: '', delta: words }], { kind: 'refused', message })
    core.publish({ status: 'failed', rejectedEdits: core.withRejected(edit) })
  }
  /** Waits for the server without a timeout, then fetches the missed changes before anything is sent. */
  const wait = (seconds?: number): Promise<void> => {
    core.publish({ status: 'waiting' })
    waiting ??= deps
      .reachable(seconds)
      .finally(() => {
        waiting = undefined
      })
      .then(() => (core.isEnded() ? undefined : parts.catchUp()))
    return waiting
  }
  const handle = async (failure: Failure): Promise<void> => {
    if (failure.kind === 'lost') end()
    else if (failure.kind === 'unreachable') await wait(failure.seconds)
    else if (failure.kind === 'too_old') await reset({ kind: 'too_old' })
    else refuse(failure.message)
  }
  return { handle, reset, end }
}

interface Parts {
  catchUp(): Promise<void>
  stopTimer(): void
}
export type FailureHandler = ReturnType<typeof createFailureHandler>
