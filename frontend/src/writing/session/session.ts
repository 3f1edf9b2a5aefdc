import { Delta, type Op } from '#domain/deltas.ts'
import { createEngine, type Engine, type Sent } from '../engine/engine.ts'
import type { Recorded } from '../engine/rebase.ts'
import { type Aside, asideOf, type Why, withAside } from './aside.ts'
import type { StoredSession } from './stored-session.ts'
import { caretAfter, type TableCaret, tableAfter, undoSteps } from './undo-steps.ts'

/** The text as the server has it. */
export interface Loaded {
  revision: number
  ops: Op[]
  /** Of a description that nobody has written in as a text: its plain words. */
  over?: string | undefined
}

/** Why a request had no result. `lost`: the right to write, or to see, is gone; `unreachable`: no answer came, or the server takes it after `seconds`. */
export type Failure =
  | { kind: 'refused'; message: string }
  | { kind: 'too_old' }
  | { kind: 'lost' }
  | { kind: 'unreachable'; seconds?: number | undefined }

/** Where the text is shown and typed in. */
export interface View {
  /** What changed by others, over what is shown. */
  apply(change: Delta): void
  /** All of it anew. */
  show(text: Delta): void
  /** Places the caret after a step of undo or redo: at an index of the text, or in a cell of the table before it. */
  placeCaret?(index: number, table: TableCaret | undefined): void
}

export interface SessionDeps {
  load(): Promise<Loaded | Failure>
  /** What was recorded after a revision, all of it and in order; `over` is what stands at that revision, if it is a description's beginning. */
  changes(after: number, over: string | undefined): Promise<Recorded[] | Failure>
  send(change: Sent): Promise<Recorded | Failure>
  /** Told what is not recorded yet; undefined: everything is. */
  keep(kept: StoredSession | undefined): void
  /** Resolves when a request without an answer should be repeated; not before `seconds`, where the server named them. */
  reachable(seconds?: number): Promise<unknown>
  newId(): string
  /** Milliseconds of a pause in typing after which it is sent, while nobody else is there. */
  pauseMs: number
}

export interface SessionState {
  /** `saved`: everything that was typed has a place in the log. `ended`: this person may not write here any more. */
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'waiting' | 'ended'
  /** Words that found no place in the text. */
  asides: readonly Aside[]
  /** The text as it is on screen. */
  ops: readonly Op[]
}

/** With others there they see it this soon; and nobody types on for longer than this without sending. Milliseconds. */
const togetherMs = 400
const longestMs = 10_000

const isFailure = (answer: object): answer is Failure => 'kind' in answer

/** Writing one text in this window: what is typed goes out in order, what others write comes in, and what fails is kept. */
export const createSession = (deps: SessionDeps, first: Loaded, kept?: Pick<StoredSession, 'pending' | 'sent'>) => {
  const begin = ({ revision, ops, over }: Loaded, more?: typeof kept): Engine =>
    createEngine({ revision, text: new Delta(ops), over, ...more })
  let engine = begin(first, kept)
  let view: View | undefined
  let isSending = false
  let isTogether = false
  let isHeld = false
  let catching: Promise<void> | undefined
  /** The newest revision that somebody spoke of. */
  let announced = 0
  let waiting: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the oldest letter was typed that is not sent. */
  let since: number | undefined
  let state: SessionState = { status: 'idle', asides: [], ops: engine.shown().ops }
  const listeners = new Set<() => void>()
  const steps = undoSteps()
  const isEnded = () => state.status === 'ended'

  const tell = (change: Partial<SessionState> = {}) => {
    const pending = engine.pending()
    deps.keep(
      pending.length > 0
        ? { revision: engine.revision(), pending: [...pending], sent: engine.sent(), over: engine.over() }
        : undefined,
    )
    state = { ...state, ...change, ops: engine.shown().ops }
    for (const listener of listeners) listener()
  }
  const show = (change: Delta) => {
    if (change.ops.length > 0) view?.apply(change)
  }

  /** Keeps what is not recorded beside the text, and takes the text as the server has it. */
  const anew = async (why: Why, unrecorded = engine.pending()) => {
    const loaded = await deps.load()
    if (isFailure(loaded)) return fail(loaded)
    const asides = withAside(state.asides, asideOf(unrecorded, why))
    engine = begin(loaded)
    view?.show(engine.shown())
    tell({ status: asides.length > 0 ? 'failed' : 'idle', asides })
  }
  const end = () => {
    if (isEnded()) return
    clearTimeout(timer)
    tell({ status: 'ended', asides: withAside(state.asides, asideOf(engine.pending(), { kind: 'lost' })) })
  }
  const refuse = (message: string) => {
    const { change, words } = engine.refuse()
    show(change)
    tell({
      status: 'failed',
      asides: withAside(state.asides, asideOf([{ id: '', delta: words }], { kind: 'refused', message })),
    })
  }
  /** Until somebody answers again, however long that takes: then what was missed is asked for first. */
  const wait = (seconds?: number): Promise<void> => {
    tell({ status: 'waiting' })
    waiting ??= deps
      .reachable(seconds)
      .finally(() => {
        waiting = undefined
      })
      .then(() => (isEnded() ? undefined : catchUp()))
    return waiting
  }
  const fail = async (failure: Failure): Promise<void> => {
    if (failure.kind === 'lost') end()
    else if (failure.kind === 'unreachable') await wait(failure.seconds)
    else if (failure.kind === 'too_old') await anew({ kind: 'too_old' })
    else refuse(failure.message)
  }

  const hear = async (changes: readonly Recorded[]) => {
    for (const change of changes) {
      const pending = [...engine.pending()]
      const unrecorded = pending[0]?.id === change.id ? pending.slice(1) : pending
      try {
        show(engine.receive(change))
      } catch {
        // The text here differs from the recorded one, or the change does not fit it: quill-delta throws then. Pending words are not lost.
        await anew({ kind: 'diverged' }, unrecorded)
        break
      }
    }
    if (!isEnded()) tell()
  }
  /** Asks for what was recorded since. One question at a time; what comes of it when there is no answer is none any more. */
  const catchUp = (): Promise<void> => {
    const ask = async (): Promise<Failure | undefined> => {
      const known = announced
      const answer = await deps.changes(engine.revision(), engine.over())
      // Somebody who composes a letter is not disturbed; it is asked for again when they have it.
      if (isHeld || isEnded()) return
      if (isFailure(answer)) return answer
      await hear(answer)
      if (state.status === 'waiting') tell({ status: settled() })
      // One answer is bounded, so more may follow it. Changes that were announced meanwhile may have been recorded after it.
      const isAnnounced = announced > known && announced > engine.revision()
      if (answer.length > 0 || isAnnounced) return ask()
    }
    catching ??= ask()
      .finally(() => {
        catching = undefined
      })
      .then(async (failure) => {
        if (failure) await fail(failure)
        flushSoon()
      })
    return catching
  }
  const receive = async (change: { revision: number } & Partial<Recorded>) => {
    if (isHeld || isEnded() || change.revision <= engine.revision()) return
    announced = Math.max(announced, change.revision)
    // The first change of a description says whether it began with what stands here where it is asked for.
    const isFirst = engine.over() !== undefined && change.id !== engine.sent()?.id
    if (change.revision > engine.revision() + 1 || change.ops === undefined || isFirst) return catchUp()
    await hear([change as Recorded])
  }

  const settled = () => (engine.pending().length > 0 ? 'saving' : 'saved')
  /** Sends what is pending, up to the change of this id. */
  const flush = async (upTo = engine.pending().at(-1)?.id): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (isSending || isHeld || isEnded() || state.status === 'waiting') return
    engine.divideNext(deps.newId)
    const next = engine.send()
    if (!next) return state.status === 'saving' ? tell({ status: 'saved' }) : undefined
    isSending = true
    since = undefined
    tell({ status: 'saving' })
    const answer = await deps.send(next)
    isSending = false
    if (isEnded()) return
    if (isFailure(answer)) await fail(answer)
    else {
      await receive({ ...answer, id: next.id })
      if (state.status === 'saving') tell({ status: settled() })
      if (engine.pending().some(({ id }) => id === upTo)) return flush(upTo)
    }
    flushSoon()
  }
  const flushSoon = () => {
    if (engine.pending().length === 0 || isSending || isEnded()) return
    since ??= Date.now()
    // With others there it goes out after a beat, however fast one types; alone, after a pause.
    if (isTogether && timer !== undefined) return
    clearTimeout(timer)
    timer = setTimeout(
      () => void flush(),
      isTogether ? togetherMs : Math.max(0, Math.min(deps.pauseMs, since + longestMs - Date.now())),
    )
  }
  const changed = () => {
    tell({ status: state.status === 'waiting' ? 'waiting' : 'saving' })
    flushSoon()
  }
  const step = (act: 'undo' | 'redo') => {
    if (isEnded()) return
    const change = engine[act](deps.newId())
    if (change.ops.length === 0) return
    show(change)
    view?.placeCaret?.(caretAfter(change), tableAfter(change))
    changed()
  }
  if (engine.pending().length > 0) changed()

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Shows the text there from now on, until what it answers is called. */
    attach(next: View) {
      view = next
      next.show(engine.shown())
      return () => {
        if (view === next) view = undefined
        void flush()
      }
    },
    type(change: Delta) {
      if (isEnded()) return
      const { begins, ends } = steps.next(change, Date.now())
      if (begins) engine.cut()
      engine.type(change, deps.newId())
      if (ends) engine.cut()
      changed()
    },
    revision: () => engine.revision(),
    recordedAt: (index: number) => engine.recordedAt(index),
    shownAt: (index: number, revision: number) => engine.shownAt(index, revision),
    /** What is on screen. */
    text: () => engine.shown(),
    undo: () => step('undo'),
    redo: () => step('redo'),
    canUndo: () => engine.canUndo(),
    canRedo: () => engine.canRedo(),
    flush,
    receive,
    catchUp,
    end,
    /** What it stands on is no longer what it began with: loaded anew, and what is not recorded is kept beside it. */
    reload: () => anew({ kind: 'too_old' }),
    /** While somebody composes a letter, the text does not move under it. */
    hold(held: boolean) {
      if (isHeld === held) return
      isHeld = held
      if (!held) void catchUp()
    },
    together(others: boolean) {
      isTogether = others
    },
    dismiss(aside: Aside) {
      tell({ asides: state.asides.filter((one) => one !== aside) })
    },
    putAside(aside: Aside | undefined) {
      tell({ asides: withAside(state.asides, aside) })
    },
    isUnsaved: () => engine.pending().length > 0 || state.asides.length > 0,
  }
}
export type Session = ReturnType<typeof createSession>
