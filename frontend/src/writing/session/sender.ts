import type { Core } from './core.ts'
import { isFailure, type SessionDeps } from './deps.ts'
import type { FailureHandler } from './failures.ts'
import type { Receiver } from './receiver.ts'

/** Milliseconds between two sends while others have the text open. */
const togetherMs = 400
/** Milliseconds after which text is sent although the user still types. */
const longestMs = 10_000

/** Sends pending changes one at a time, after a pause in typing. */
export const createSender = (core: Core, deps: Pick<SessionDeps, 'send' | 'newId' | 'pauseMs'>, parts: Parts) => {
  let isSending = false
  let isTogether = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Time of the oldest unsent input, in milliseconds. */
  let since: number | undefined

  /** Sends the pending changes up to the one with this id. */
  const flush = async (upTo = core.engine().pending().at(-1)?.id): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (isSending || parts.receiver.isHeld() || core.isEnded() || core.isWaiting()) return
    core.engine().divideNext(deps.newId)
    const next = core.engine().send()
    if (!next) return core.state().status === 'saving' ? core.publish({ status: 'saved' }) : undefined
    isSending = true
    since = undefined
    core.publish({ status: 'saving' })
    const answer = await deps.send(next)
    isSending = false
    if (core.isEnded()) return
    if (isFailure(answer)) await parts.failures.handle(answer)
    else {
      await parts.receiver.receive({ ...answer, id: next.id })
      if (core.state().status === 'saving') core.publish({ status: core.pendingStatus() })
      if (
        core
          .engine()
          .pending()
          .some(({ id }) => id === upTo)
      )
        return flush(upTo)
    }
    flushSoon()
  }
  const flushSoon = () => {
    if (core.engine().pending().length === 0 || isSending || core.isEnded()) return
    since ??= Date.now()
    // While others have the text open, changes are sent at a fixed interval; otherwise after a pause in typing.
    if (isTogether && timer !== undefined) return
    clearTimeout(timer)
    timer = setTimeout(
      () => void flush(),
      isTogether ? togetherMs : Math.max(0, Math.min(deps.pauseMs, since + longestMs - Date.now())),
    )
  }
  return {
    flush,
    flushSoon,
    stopTimer: () => clearTimeout(timer),
    together(others: boolean) {
      isTogether = others
    },
  }
}

interface Parts {
  failures: FailureHandler
  receiver: Receiver
}
