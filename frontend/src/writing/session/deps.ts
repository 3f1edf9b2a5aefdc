import type { Delta, Op } from '#domain/deltas.ts'
import type { Sent } from '../engine/engine.ts'
import type { Recorded } from '../engine/rebase.ts'
import type { RejectedEdit } from './rejected-edit.ts'
import type { StoredSession } from './stored-session.ts'
import type { TableCaret } from './undo-steps.ts'

/** The text as the server has it. */
export interface Loaded {
  revision: number
  ops: Op[]
  /** The plain text of a description that was never edited as rich text. */
  over?: string | undefined
}

/**
 * The reason why a request had no result. `lost`: the user may not write or read the text any more; `unreachable`: no response
 * arrived, or the server accepts the request after `seconds`.
 */
export type Failure =
  | { kind: 'refused'; message: string }
  | { kind: 'too_old' }
  | { kind: 'lost' }
  | { kind: 'unreachable'; seconds?: number | undefined }

/** The editor that shows the text. */
export interface View {
  /** Applies changes of others to the shown text. */
  apply(change: Delta): void
  /** Replaces the whole text. */
  show(text: Delta): void
  /** Places the caret after an undo or redo: at an index of the text, or in a cell of the table before that index. */
  placeCaret?(index: number, table: TableCaret | undefined): void
}

export interface SessionDeps {
  load(): Promise<Loaded | Failure>
  /** All changes recorded after a revision, in order; `over` is the base text at that revision, if a description begins with it. */
  changes(after: number, over: string | undefined): Promise<Recorded[] | Failure>
  send(change: Sent): Promise<Recorded | Failure>
  /** Stores the unrecorded changes; undefined: everything is recorded. */
  store(unrecorded: StoredSession | undefined): void
  /** Resolves when a request without a response should be retried; not before `seconds`, if the server specified them. */
  reachable(seconds?: number): Promise<unknown>
  newId(): string
  /** Milliseconds of a pause in typing after which changes are sent, while no other user has the text open. */
  pauseMs: number
}

export interface SessionState {
  /** `saved`: all input is recorded in the log. `ended`: the user may not write here any more. */
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'waiting' | 'ended'
  /** Edits that could not be saved. */
  rejectedEdits: readonly RejectedEdit[]
  /** The text as it is on screen. */
  ops: readonly Op[]
}

export const isFailure = (answer: object): answer is Failure => 'kind' in answer
