import type { Expected } from '#eventstore'
import type { Model } from './linearizable.ts'

/** What a client asked of one stream and what it was told; `told` is the stream's revision then, from -1n. */
export type StreamOp =
  | { kind: 'append'; expected: Expected; ids: readonly string[]; told: bigint | 'conflict' | 'unknown' }
  | { kind: 'read'; told: bigint }

/** A stream, as far as its revision says: -1n while it does not exist. */
export const streamModel: Model<bigint, StreamOp> = {
  initial: -1n,
  step(revision, op) {
    if (op.kind === 'read') return op.told === revision ? revision : undefined
    const holds = op.expected === 'any' || (op.expected === 'none' ? -1n : op.expected) === revision
    if (op.told === 'conflict') return holds ? undefined : revision
    const next = revision + BigInt(op.ids.length)
    // One whose outcome is unknown and whose expectation does not hold has not happened: it is left out.
    return holds && (op.told === 'unknown' || op.told === next) ? next : undefined
  },
  key: String,
}
