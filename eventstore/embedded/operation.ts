import type { Expected, Proposal } from './event.ts'
import type { Written } from './write-replies.ts'

/** The result of a write. */
export type Outcome =
  | ({ kind: 'written' } & Written)
  /** The stream's last revision differs from the expected one; -1n if it has none. */
  | { kind: 'conflict'; current: bigint }
  | { kind: 'deleted' }
  /** The write may have happened or not: the caller should retry with the same ids. */
  | { kind: 'unknown' }
  /** The database refuses the write permanently: a retry is useless. */
  | { kind: 'refused'; reason: string }

/** A write that waits for its round. `delete` lasts until the next append, `tombstone` for ever. */
export interface Operation {
  kind: 'append' | 'delete' | 'tombstone'
  stream: string
  expected: Expected
  /** Events to append; for a delete or tombstone the single event that records it. */
  events: Proposal[]
  /** The time of `performance.now()` after which the answer is `unknown`. */
  deadline: number
  /** Called once. */
  answer(outcome: Outcome): void
}
