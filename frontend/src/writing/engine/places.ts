import { type Delta, opLength } from '#domain/deltas.ts'
import type { Pending } from './rebase.ts'

/** A recorded change, and the revision that it created. */
export interface Passed {
  revision: number
  delta: Delta
}

/** Maps an index after a change to the index before it. Indexes within an insertion map to its start. */
const placeBefore = ({ ops }: Delta, index: number): number => {
  let left = index
  let before = 0
  for (const op of ops) {
    if (op.delete !== undefined) before += op.delete
    else {
      const length = Math.min(opLength(op), left)
      left -= length
      if (op.insert === undefined) before += length
      if (left === 0 && length < opLength(op)) return before
    }
  }
  return before + left
}

/** Converts an index of the shown text into one of the recorded text. */
export const recordedPlace = (pending: readonly Pending[], index: number): number =>
  pending.reduceRight((at, { delta }) => placeBefore(delta, at), index)

/**
 * Converts an index of a recorded revision into one of the shown text. Changes before the first of `passed` are not
 * retained.
 */
export const shownPlace = (passed: readonly Passed[], pending: readonly Pending[], index: number, revision: number) => {
  const recorded = passed.reduce(
    (at, change) => (change.revision > revision ? change.delta.transformPosition(at) : at),
    index,
  )
  return pending.reduce((at, { delta }) => delta.transformPosition(at), recorded)
}
