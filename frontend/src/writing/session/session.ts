import type { Delta } from '#domain/deltas.ts'
import { type Core, createCore, type Unsent } from './core.ts'
import type { Loaded, SessionDeps, View } from './deps.ts'
import { createFailureHandler } from './failures.ts'
import { createReceiver } from './receiver.ts'
import type { RejectedEdit } from './rejected-edit.ts'
import { createSender } from './sender.ts'
import { caretAfter, tableAfter, undoSteps } from './undo-steps.ts'

/** Edits one text in this window: sends typed changes in order, applies those of others, and retains rejected ones. */
export const createSession = (deps: SessionDeps, first: Loaded, unsent?: Unsent) => {
  const core = createCore(deps, first, unsent)
  const failures = createFailureHandler(core, deps, {
    catchUp: () => receiver.catchUp(),
    stopTimer: () => sender.stopTimer(),
  })
  const receiver = createReceiver(core, deps, { failures, flushSoon: () => sender.flushSoon() })
  const sender = createSender(core, deps, { failures, receiver })
  const { publish } = core
  const changed = () => {
    publish({ status: core.isWaiting() ? 'waiting' : 'saving' })
    sender.flushSoon()
  }
  if (core.engine().pending().length > 0) changed()

  return {
    state: core.state,
    subscribe: core.subscribe,
    /** Shows the text in this view until the returned function is called. */
    attach(next: View) {
      const detach = core.attach(next)
      return () => {
        detach()
        void sender.flush()
      }
    },
    ...createTyping(core, deps, changed),
    revision: () => core.engine().revision(),
    recordedAt: (index: number) => core.engine().recordedAt(index),
    shownAt: (index: number, revision: number) => core.engine().shownAt(index, revision),
    /** The text on screen. */
    text: () => core.engine().shown(),
    flush: sender.flush,
    receive: receiver.receive,
    catchUp: receiver.catchUp,
    end: failures.end,
    /** Reloads a text whose base text has changed; unrecorded changes become a rejected edit. */
    reload: () => failures.reset({ kind: 'too_old' }),
    hold: receiver.hold,
    together: sender.together,
    dismiss(edit: RejectedEdit) {
      publish({ rejectedEdits: core.state().rejectedEdits.filter((one) => one !== edit) })
    },
    addRejectedEdit(edit: RejectedEdit | undefined) {
      publish({ rejectedEdits: core.withRejected(edit) })
    },
    isUnsaved: () => core.engine().pending().length > 0 || core.state().rejectedEdits.length > 0,
  }
}
export type Session = ReturnType<typeof createSession>

/** The changes of this window's user, and the steps in which they are undone. */
const createTyping = (core: Core, deps: Pick<SessionDeps, 'newId'>, changed: () => void) => {
  const steps = undoSteps()
  let isArriving = false
  const step = (direction: 'undo' | 'redo') => {
    if (core.isEnded()) return
    const change = core.engine()[direction](deps.newId())
    if (change.ops.length === 0) return
    core.show(change)
    core.view()?.placeCaret?.(caretAfter(change), tableAfter(change))
    changed()
  }
  return {
    type(change: Delta) {
      if (core.isEnded()) return
      const engine = core.engine()
      if (isArriving) {
        engine.arrive(change, deps.newId())
        steps.end()
        changed()
        return
      }
      const { begins, ends } = steps.next(change, Date.now())
      if (begins) engine.cut()
      engine.type(change, deps.newId())
      if (ends) engine.cut()
      changed()
    },
    /** Runs an `insert` that the user did not type, such as an uploaded picture: undone changes can still be redone. */
    arrive(insert: () => void) {
      isArriving = true
      try {
        insert()
      } finally {
        isArriving = false
      }
    },
    /** Ends the current undo step: the next change begins a new one. */
    endStep() {
      core.engine().cut()
      steps.end()
    },
    undo: () => step('undo'),
    redo: () => step('redo'),
    canUndo: () => core.engine().canUndo(),
    canRedo: () => core.engine().canRedo(),
  }
}
