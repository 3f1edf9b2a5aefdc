import type { Pending } from '../engine/rebase.ts'

/** The reason why an edit was rejected. */
export type RejectionReason = { kind: 'refused'; message: string } | { kind: 'too_old' | 'lost' | 'diverged' }

/** A rejected edit, stored next to the text. */
export type RejectedEdit = RejectionReason & { words: string }

/** The inserted text of rejected changes. */
export const rejectedEditOf = (pending: readonly Pending[], why: RejectionReason): RejectedEdit | undefined => {
  const words = pending
    .flatMap(({ delta }) => delta.ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')))
    .join('')
    .trim()
  return words === '' ? undefined : { ...why, words }
}
