import type { Draft } from '../../../base/drafts.ts'
import type { FieldState, Note } from './field-state.ts'

/** The field as the server has it: true at the log position `position`, last changed by `by` (a user's id). */
export interface Stored<V> {
  value: V
  position: string
  by: string
}

/** The user's input of a field, in three stages, over the stored version. */
export interface FieldInput<V> {
  readonly same: (a: V, b: V) => boolean
  stored: Stored<V>
  /** Typed and not sent. */
  draft: V | undefined
  /** Sent, while the response is pending. */
  sending: V | undefined
  /** Acknowledged, but its event has not arrived. */
  acknowledged: { value: V; position: string } | undefined
  /** The own value that was stored last, and the time of its response. */
  mine: { value: V; at: number } | undefined
  /** The exact input while the field has the focus. */
  rawInput: V | undefined
  /** True while the draft waits for a retry, after the server could not be reached. */
  isWaiting: boolean
  status: FieldState<V>['status']
  note: Note<V> | null
  news: number
}

/** Another member's version is not reported if the own input is older than this, in milliseconds. */
const recentMs = 120_000

interface InputOptions<V> {
  stored: Stored<V>
  same: (a: V, b: V) => boolean
  draft?: Draft<V> | undefined
}

/** Creates the input of a field. A draft of the stored version is continued; an outdated draft is only offered in the note. */
export const createInput = <V>({ stored, same, draft: left }: InputOptions<V>): FieldInput<V> => {
  const input: FieldInput<V> = {
    same,
    stored,
    draft: undefined,
    sending: undefined,
    acknowledged: undefined,
    mine: undefined,
    rawInput: undefined,
    isWaiting: false,
    status: 'idle',
    note: null,
    news: 0,
  }
  if (!left || same(left.value, stored.value)) return input
  const isOutdated = !same(left.base, stored.value)
  if (!isOutdated) {
    input.draft = left.value
    input.status = 'saving'
  }
  const version = isOutdated ? left.value : stored.value
  input.note = createNote(isOutdated ? 'outdated' : 'restored', version, { typedAt: left.at })
  return input
}

export const fieldStateOf = <V>(input: FieldInput<V>): FieldState<V> => {
  const { status, note, news } = input
  return { value: shownValue(input), status, note, news }
}

const shownValue = <V>({ draft, sending, acknowledged, stored, rawInput, same }: FieldInput<V>): V => {
  const value = draft ?? sending ?? acknowledged?.value ?? stored.value
  // The exact input is shown, because the stored value is trimmed and would remove a trailing blank during typing.
  return rawInput !== undefined && same(rawInput, value) ? rawInput : value
}

/** Returns the version that exists only in the note: the one that the server rejected, or an outdated draft. */
export const getRejectedVersion = <V>({ note }: FieldInput<V>): V | undefined =>
  note?.kind === 'refused' || note?.kind === 'outdated' ? note.version : undefined

/** Applies typed input. Returns false if it equals the stored value, so that there is nothing to send. */
export const applyTyped = <V>(input: FieldInput<V>, value: V): boolean => {
  const { sending, acknowledged, stored, same } = input
  const isUnchanged = sending === undefined && !acknowledged && same(value, stored.value)
  input.rawInput = value
  input.draft = isUnchanged ? undefined : value
  if (!input.isWaiting) input.status = isUnchanged ? 'idle' : 'saving'
  return !isUnchanged
}

/** Applies the response to a save whose event has the log position `position`. */
export const applySaved = <V>(input: FieldInput<V>, value: V, position: string): void => {
  const { stored, same } = input
  input.mine = { value, at: Date.now() }
  if (input.note?.kind === 'refused') input.note = null
  if (!isPast(stored.position, position)) input.acknowledged = { value, position }
  else if (!same(stored.value, value) && input.draft === undefined) replaceByOther(input, stored.by)
  input.status = input.draft === undefined ? 'saved' : 'saving'
}

/** Reverts the field to the stored value and offers the rejected version in the note. */
export const applyRejection = <V>(input: FieldInput<V>, version: V, message: string): void => {
  input.status = 'failed'
  // A user who has typed since is not interrupted: the new input is sent next.
  if (input.draft !== undefined) return
  input.rawInput = undefined
  input.note = createNote('refused', version, { message })
}

/** Applies the stored version of an event that has arrived, the user's own or another member's. */
export const applyStored = <V>(input: FieldInput<V>, next: Stored<V>): void => {
  const { acknowledged, same } = input
  const isConfirmed = acknowledged !== undefined && isPast(next.position, acknowledged.position)
  const expected = isConfirmed ? acknowledged.value : input.stored.value
  if (isConfirmed) input.acknowledged = undefined
  input.stored = next
  if (same(next.value, expected)) return
  const own = [input.draft, input.sending, input.acknowledged?.value].filter((value) => value !== undefined)
  if (own.length === 0) replaceByOther(input, next.by)
  // The other version arrived first and will be overwritten: it is offered, and stays in the history.
  else if (!own.some((value) => same(value, next.value)))
    input.note = createNote('crossed', next.value, { by: next.by })
}

/** Replaces the own version by another member's; the note offers the own version if it is recent. */
const replaceByOther = <V>(input: FieldInput<V>, by: string): void => {
  const { mine } = input
  if (mine && Date.now() - mine.at < recentMs) input.note = createNote('overtaken', mine.value, { by })
  input.mine = undefined
  input.rawInput = undefined
  input.news++
}

const createNote = <V>(kind: Note<V>['kind'], version: V, over: Partial<Note<V>>): Note<V> => ({
  kind,
  version,
  by: '',
  message: '',
  typedAt: '',
  ...over,
})

const isPast = (position: string, other: string): boolean => BigInt(position) >= BigInt(other)
