import type { Draft } from '../../../base/drafts.ts'
import type { FieldState, Note } from './field-state.ts'
import { createUnsavedStore, type Unsaved } from './unsaved.ts'

/** The result of a save. `position` is its event's log position. */
export type Outcome =
  | { kind: 'stored'; position: string }
  | { kind: 'refused'; message: string }
  /** No answer came, or the server takes it after `seconds`: the value waits. */
  | { kind: 'unreachable'; seconds?: number | undefined }

/** The field as the server has it: true at the log position `position`, last changed by `by` (a user's id). */
export interface Stored<V> {
  value: V
  position: string
  by: string
}

export interface FieldDeps<V> {
  stored: Stored<V>
  /** Milliseconds that typing has to pause before it is saved. */
  delay: number
  /** Compares two values as the server does, which trims its input. */
  same: (a: V, b: V) => boolean
  save: (value: V) => Promise<Outcome>
  /** Input of an earlier visit that was never stored, as when the tab was lost. */
  draft?: Draft<V> | undefined
  /** Receives the unsaved input after each change; undefined if there is none. */
  onUnsaved: (unsaved: Unsaved<V> | undefined) => void
  /** Resolves when a save without a response should be retried. */
  reachable: (seconds?: number) => Promise<unknown>
}

export interface Field<V> {
  state(): FieldState<V>
  subscribe(listener: () => void): () => void
  type(value: V): void
  /** Saves the input now, without the debounce delay. */
  flush(): void
  /** The field has lost the focus: it shows the exact stored value. */
  leave(): void
  receive(stored: Stored<V>): void
  /** Puts the version that the note offers in the field, and saves it. */
  takeVersion(): void
  dismiss(): void
  /** Marks the next change as local, such as a restored version, so that it is not reported as a remote edit. */
  release(): void
  /** Returns true if closing the page now would lose input. */
  isUnsaved(): boolean
}

/** Another member's version is not reported if the own input is older than this, in milliseconds. */
const recentMs = 120_000

/**
 * A field that several users may edit concurrently. Input stays on screen until it is stored and its event has arrived;
 * the later of two users wins, and the other one sees this at once and can restore their version.
 */
export const createField = <V>(deps: FieldDeps<V>): Field<V> => {
  const { stored: first, delay, same, save, reachable, onUnsaved } = deps
  let stored = first
  // Input in three stages: typed and not sent; sent without a response; acknowledged, but its event has not arrived.
  let draft: V | undefined
  let sending: V | undefined
  let answered: { value: V; position: string } | undefined
  let mine: { value: V; at: number } | undefined
  /** The exact input while the field has the focus. */
  let rawInput: V | undefined
  let isWaiting = false
  let status: FieldState<V>['status'] = 'idle'
  let note: Note<V> | null = null
  let news = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const storeUnsaved = createUnsavedStore({ initial: deps.draft, same, onChange: onUnsaved })
  let state: FieldState<V> = { value: first.value, status, note, news }
  const listeners = new Set<() => void>()

  const shown = (): V => {
    const value = draft ?? sending ?? answered?.value ?? stored.value
    // A trailing blank is not removed during typing only because the stored value is trimmed.
    return rawInput !== undefined && same(rawInput, value) ? rawInput : value
  }
  const notify = () => {
    const isAside = note?.kind === 'refused' || note?.kind === 'outdated'
    storeUnsaved(draft ?? sending, isAside ? note?.version : undefined, stored.value)
    state = { value: shown(), status, note, news }
    for (const listener of listeners) listener()
  }
  const rest = () => {
    clearTimeout(timer)
    timer = undefined
  }

  const overtaken = (by: string) => {
    if (mine && Date.now() - mine.at < recentMs) note = noteOf('overtaken', mine.value, { by })
    mine = undefined
    rawInput = undefined
    news++
  }
  const settle = (value: V, position: string) => {
    mine = { value, at: Date.now() }
    if (note?.kind === 'refused') note = null
    if (!isPast(stored.position, position)) answered = { value, position }
    else if (!same(stored.value, value) && draft === undefined) overtaken(stored.by)
    status = draft === undefined ? 'saved' : 'saving'
  }
  const reverts = (version: V, message: string) => {
    status = 'failed'
    // A user who types on is not interrupted: the new input is sent next.
    if (draft !== undefined) return
    rawInput = undefined
    note = noteOf('refused', version, { message })
  }
  const waits = async (value: V, seconds: number | undefined) => {
    draft ??= value
    status = 'waiting'
    isWaiting = true
    notify()
    await reachable(seconds)
    isWaiting = false
    rest()
  }

  const send = async (): Promise<void> => {
    rest()
    if (draft === undefined || sending !== undefined || isWaiting) return
    const sent = draft
    sending = sent
    draft = undefined
    status = 'saving'
    notify()
    const outcome = await save(sent)
    sending = undefined
    if (outcome.kind === 'stored') settle(sent, outcome.position)
    else if (outcome.kind === 'refused') reverts(sent, outcome.message)
    else await waits(sent, outcome.seconds)
    notify()
    // Input that was paused during the request waited only for its response.
    if (draft !== undefined && timer === undefined) await send()
  }

  const type = (value: V) => {
    rest()
    rawInput = value
    const isNothing = sending === undefined && !answered && same(value, stored.value)
    draft = isNothing ? undefined : value
    if (!isNothing) timer = setTimeout(() => void send(), delay)
    if (!isWaiting) status = isNothing ? 'idle' : 'saving'
    notify()
  }

  const receive = (next: Stored<V>) => {
    const expected = answered && isPast(next.position, answered.position) ? answered.value : stored.value
    if (answered && isPast(next.position, answered.position)) answered = undefined
    stored = next
    if (!same(next.value, expected)) {
      const own = [draft, sending, answered?.value].filter((value) => value !== undefined)
      if (own.length === 0) overtaken(next.by)
      // The other version arrived first and will be overwritten: it is offered, and stays in the history.
      else if (!own.some((value) => same(value, next.value))) note = noteOf('crossed', next.value, { by: next.by })
    }
    notify()
  }

  // A draft based on the stored version is continued; a draft over anything newer is only offered.
  const { draft: left } = deps
  if (left && !same(left.value, first.value)) {
    const isOutdated = !same(left.base, first.value)
    if (!isOutdated) {
      draft = left.value
      status = 'saving'
    }
    note = noteOf(isOutdated ? 'outdated' : 'restored', isOutdated ? left.value : first.value, { typedAt: left.at })
  }
  notify()

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
    flush: () => void send(),
    leave() {
      rawInput = undefined
      void send()
      notify()
    },
    receive,
    takeVersion() {
      if (!note) return
      const { version } = note
      note = null
      type(version)
      void send()
    },
    dismiss() {
      note = null
      notify()
    },
    release() {
      mine = undefined
    },
    isUnsaved: () => draft !== undefined || sending !== undefined || note?.kind === 'refused',
  }
}

const noteOf = <V>(kind: Note<V>['kind'], version: V, over: Partial<Note<V>>): Note<V> => ({
  kind,
  version,
  by: '',
  message: '',
  typedAt: '',
  ...over,
})

const isPast = (position: string, other: string): boolean => BigInt(position) >= BigInt(other)
