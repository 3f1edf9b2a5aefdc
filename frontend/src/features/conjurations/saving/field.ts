import type { Draft } from '../../../app/drafts.ts'
import type { FieldState, Note } from './field-state.ts'
import { keeping, type Unsaved } from './unsaved.ts'

/** How a save came out. `position` is where its event is in the log. */
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
  /** Whether two values are one to the server, which trims what it is sent. */
  same: (a: V, b: V) => boolean
  save: (value: V) => Promise<Outcome>
  /** What was typed here before and never stored, as when the tab was lost. */
  draft?: Draft<V> | undefined
  /** Told what is not stored yet, each time that it changes; undefined: everything is. */
  keep: (unsaved: Unsaved<V> | undefined) => void
  /** Resolves when a save that no answer came to should be tried again. */
  reachable: (seconds?: number) => Promise<unknown>
}

export interface Field<V> {
  state(): FieldState<V>
  subscribe(listener: () => void): () => void
  type(value: V): void
  /** Saves what is typed now, without waiting for a pause. */
  flush(): void
  /** Nobody is in the field any more: it shows what is stored, to the letter. */
  leave(): void
  receive(stored: Stored<V>): void
  /** Puts the version that the note offers in the field, and saves it. */
  takeVersion(): void
  dismiss(): void
  /** What takes the field next is this window's own doing, such as going back to an older version: no news to who sits here. */
  release(): void
  /** Whether something would be lost if the page went away now. */
  isUnsaved(): boolean
}

/** Somebody's later version is no news about what was written longer ago than this, in milliseconds. */
const recentMs = 120_000

/**
 * One field that several people may write at once. What is typed here stays on screen until it is stored and the stream has
 * told so; of two people the later wins, and whoever is overtaken sees it at once and can have their own version back.
 */
export const createField = <V>(deps: FieldDeps<V>): Field<V> => {
  const { stored: first, delay, same, save, reachable, keep } = deps
  let stored = first
  // Typed and not sent; sent and not answered; answered, and its event not heard of.
  let draft: V | undefined
  let sending: V | undefined
  let answered: { value: V; position: string } | undefined
  let mine: { value: V; at: number } | undefined
  /** What was typed, to the letter, while someone is in the field. */
  let letters: V | undefined
  let isWaiting = false
  let status: FieldState<V>['status'] = 'idle'
  let note: Note<V> | null = null
  let news = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepUnsaved = keeping({ kept: deps.draft, same, keep })
  let state: FieldState<V> = { value: first.value, status, note, news }
  const listeners = new Set<() => void>()

  const shown = (): V => {
    const value = draft ?? sending ?? answered?.value ?? stored.value
    // A blank at the end of what is being typed is not taken away for having been trimmed.
    return letters !== undefined && same(letters, value) ? letters : value
  }
  const tell = () => {
    const isAside = note?.kind === 'refused' || note?.kind === 'outdated'
    keepUnsaved(draft ?? sending, isAside ? note?.version : undefined, stored.value)
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
    letters = undefined
    news++
  }
  const stands = (value: V, position: string) => {
    mine = { value, at: Date.now() }
    if (note?.kind === 'refused') note = null
    if (!isPast(stored.position, position)) answered = { value, position }
    else if (!same(stored.value, value) && draft === undefined) overtaken(stored.by)
    status = draft === undefined ? 'saved' : 'saving'
  }
  const reverts = (version: V, message: string) => {
    status = 'failed'
    // Whoever is typing on is not interrupted: what comes next is tried in its turn.
    if (draft !== undefined) return
    letters = undefined
    note = noteOf('refused', version, { message })
  }
  const waits = async (value: V, seconds: number | undefined) => {
    draft ??= value
    status = 'waiting'
    isWaiting = true
    tell()
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
    tell()
    const outcome = await save(sent)
    sending = undefined
    if (outcome.kind === 'stored') stands(sent, outcome.position)
    else if (outcome.kind === 'refused') reverts(sent, outcome.message)
    else await waits(sent, outcome.seconds)
    tell()
    // What was typed meanwhile, and has paused since, waited for this answer only.
    if (draft !== undefined && timer === undefined) await send()
  }

  const type = (value: V) => {
    rest()
    letters = value
    const isNothing = sending === undefined && !answered && same(value, stored.value)
    draft = isNothing ? undefined : value
    if (!isNothing) timer = setTimeout(() => void send(), delay)
    if (!isWaiting) status = isNothing ? 'idle' : 'saving'
    tell()
  }

  const receive = (next: Stored<V>) => {
    const expected = answered && isPast(next.position, answered.position) ? answered.value : stored.value
    if (answered && isPast(next.position, answered.position)) answered = undefined
    stored = next
    if (!same(next.value, expected)) {
      const own = [draft, sending, answered?.value].filter((value) => value !== undefined)
      if (own.length === 0) overtaken(next.by)
      // Theirs came first and mine will stand over it: it is offered, and stays in the history.
      else if (!own.some((value) => same(value, next.value))) note = noteOf('crossed', next.value, { by: next.by })
    }
    tell()
  }

  // What was typed over what is still stored goes on where it stopped; over anything newer it is only offered.
  const { draft: left } = deps
  if (left && !same(left.value, first.value)) {
    const isOutdated = !same(left.base, first.value)
    if (!isOutdated) {
      draft = left.value
      status = 'saving'
    }
    note = noteOf(isOutdated ? 'outdated' : 'restored', isOutdated ? left.value : first.value, { typedAt: left.at })
  }
  tell()

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
    flush: () => void send(),
    leave() {
      letters = undefined
      void send()
      tell()
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
      tell()
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
