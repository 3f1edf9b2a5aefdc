import { Delta } from '#domain/deltas.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import type { Loaded, SessionDeps, SessionState, View } from './deps.ts'
import type { RejectedEdit } from './rejected-edit.ts'
import type { StoredSession } from './stored-session.ts'

/** Changes of an earlier page that are not recorded yet. */
export type Unsent = Pick<StoredSession, 'pending' | 'sent'>

const createEngineFrom = ({ revision, ops, over }: Loaded, unsent?: Unsent): Engine =>
  createEngine({ revision, text: new Delta(ops), over, ...unsent })

/** The text of a session: its engine, the view that shows it, and the state that its subscribers receive. */
export const createCore = (deps: Pick<SessionDeps, 'store'>, first: Loaded, unsent?: Unsent) => {
  let engine = createEngineFrom(first, unsent)
  let view: View | undefined
  let state: SessionState = { status: 'idle', rejectedEdits: [], ops: engine.shown().ops }
  const listeners = new Set<() => void>()

  return {
    engine: () => engine,
    view: () => view,
    state: () => state,
    isEnded: () => state.status === 'ended',
    isWaiting: () => state.status === 'waiting',
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Stores the pending changes and publishes the state with the text on screen. */
    publish(change: Partial<SessionState> = {}) {
      const pending = engine.pending()
      deps.store(
        pending.length > 0
          ? { revision: engine.revision(), pending: [...pending], sent: engine.sent(), over: engine.over() }
          : undefined,
      )
      state = { ...state, ...change, ops: engine.shown().ops }
      for (const listener of listeners) listener()
    },
    show(change: Delta) {
      if (change.ops.length > 0) view?.apply(change)
    },
    /** Replaces the text by the server's. */
    replace(loaded: Loaded) {
      engine = createEngineFrom(loaded)
      view?.show(engine.shown())
    },
    /** Connects the view. Returns a function that disconnects it. */
    attach(next: View) {
      view = next
      next.show(engine.shown())
      return () => {
        if (view === next) view = undefined
      }
    },
    withRejected: (edit: RejectedEdit | undefined): readonly RejectedEdit[] =>
      edit ? [...state.rejectedEdits, edit] : state.rejectedEdits,
    pendingStatus: () => (engine.pending().length > 0 ? ('saving' as const) : ('saved' as const)),
  }
}
export type Core = ReturnType<typeof createCore>
