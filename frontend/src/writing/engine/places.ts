import { type Delta, opLength } from '#domain/deltas.ts'
import type { Pending } from './rebase.ts'

/** A recorded change, by the revision that it made. */
export interface Passed {
  revision: number
  delta: Delta
}

/** The index before a change that an index after it refers to. Insertions map to their start. */
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

/** A place of the text on screen in the recorded text. */
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
