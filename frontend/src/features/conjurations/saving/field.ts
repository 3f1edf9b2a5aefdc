import type { Draft } from '../../../base/drafts.ts'
import {
  applyRejection,
  applySaved,
  applyStored,
  applyTyped,
  createInput,
  type FieldInput,
  fieldStateOf,
  getRejectedVersion,
  type Stored,
} from './field-input.ts'
import type { FieldState } from './field-state.ts'

/** The result of a save. `position` is its event's log position. */
export type Outcome =
  | { kind: 'stored'; position: string }
  | { kind: 'refused'; message: string }
  /** No response arrived, or the server requests a retry after `seconds`: the value waits. */
  | { kind: 'unreachable'; seconds?: number | undefined }

/** Unsaved input and the value it replaces. */
export type Unsaved<V> = Omit<Draft<V>, 'at'>

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
  /** Called when the field loses the focus: sends the input, and replaces the raw input by the value as it is stored. */
  leave(): void
  receive(stored: Stored<V>): void
  /** Replaces the value by the version that the note offers, and saves it. */
  takeVersion(): void
  dismiss(): void
  /** Marks the next change as local, such as a restored version, so that it is not reported as a remote edit. */
  release(): void
  /** Returns true if closing the page now would lose input. */
  isUnsaved(): boolean
}

interface UnsavedStoreOptions<V> {
  /** The draft that was stored when the tab was lost. */
  initial: Unsaved<V> | undefined
  same: (a: V, b: V) => boolean
  /** Receives each change; undefined if there is nothing to store any more. */
  onChange: (unsaved: Unsaved<V> | undefined) => void
}

/**
 * Creates a function that stores the typed input, based on the currently `stored` value, or else a `rejected` version
 * with the value it was based on.
 */
const createUnsavedStore = <V>({ initial, same, onChange }: UnsavedStoreOptions<V>) => {
  let current = initial
  return (typed: V | undefined, rejected: V | undefined, stored: V): void => {
    const value = typed ?? rejected
    const next =
      value === undefined ? undefined : { value, base: typed === undefined && current ? current.base : stored }
    const isSame = next ? current?.value === next.value && same(current.base, next.base) : current === undefined
    if (isSame) return
    current = next
    onChange(next)
  }
}

/**
 * A field that several users may edit concurrently. Input stays on screen until it is stored and its event has arrived;
 * the later of two users wins, and the other one sees this at once and can restore their version.
 */
export const createField = <V>(deps: FieldDeps<V>): Field<V> => {
  const input = createInput(deps)
  const storeUnsaved = createUnsavedStore({ initial: deps.draft, same: deps.same, onChange: deps.onUnsaved })
  let state = fieldStateOf(input)
  const listeners = new Set<() => void>()
  const notify = () => {
    storeUnsaved(input.draft ?? input.sending, getRejectedVersion(input), input.stored.value)
    state = fieldStateOf(input)
    for (const listener of listeners) listener()
  }
  const sender = createSender(input, deps, notify)

  const type = (value: V) => {
    sender.cancel()
    if (applyTyped(input, value)) sender.schedule()
    notify()
  }
  notify()

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
    flush: () => void sender.send(),
    leave() {
      input.rawInput = undefined
      void sender.send()
      notify()
    },
    receive(stored) {
      applyStored(input, stored)
      notify()
    },
    takeVersion() {
      if (!input.note) return
      const { version } = input.note
      input.note = null
      type(version)
      void sender.send()
    },
    dismiss() {
      input.note = null
      notify()
    },
    release() {
      input.mine = undefined
    },
    isUnsaved: () => input.draft !== undefined || input.sending !== undefined || input.note?.kind === 'refused',
  }
}

/** Sends the draft, one request at a time, at once or after the debounce delay, and again on reconnection. */
const createSender = <V>(
  input: FieldInput<V>,
  { save, delay, reachable }: Pick<FieldDeps<V>, 'save' | 'delay' | 'reachable'>,
  notify: () => void,
) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }

  const waitForServer = async (value: V, seconds: number | undefined) => {
    input.draft ??= value
    input.status = 'waiting'
    input.isWaiting = true
    notify()
    await reachable(seconds)
    input.isWaiting = false
    cancel()
  }

  const send = async (): Promise<void> => {
    cancel()
    const { draft, sending, isWaiting } = input
    if (draft === undefined || sending !== undefined || isWaiting) return
    input.sending = draft
    input.draft = undefined
    input.status = 'saving'
    notify()
    const outcome = await save(draft)
    input.sending = undefined
    if (outcome.kind === 'stored') applySaved(input, draft, outcome.position)
    else if (outcome.kind === 'refused') applyRejection(input, draft, outcome.message)
    else await waitForServer(draft, outcome.seconds)
    notify()
    // Input whose debounce delay ended during the request is sent after the response.
    if (input.draft !== undefined && timer === undefined) await send()
  }

  const schedule = () => {
    timer = setTimeout(() => void send(), delay)
  }

  return { send, schedule, cancel }
}
