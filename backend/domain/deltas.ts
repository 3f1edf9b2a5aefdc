import { tableHandler } from 'quill/modules/tableEmbed.js'
import QuillDelta, { type Op } from 'quill-delta'

/** A text, or a change of one, as Quill has it. Whatever imports it from here has tables registered, or they would not merge. */
export const Delta = QuillDelta.default
export type Delta = QuillDelta.default
export type { Op }
export type Ops = readonly Op[]
export type Attributes = Readonly<Record<string, unknown>>

export const tableEmbed = 'table-embed'
Delta.registerEmbed(tableEmbed, tableHandler)

/** quill-delta writes into the list that it is given. */
export const delta = (ops: Ops): Delta => new Delta([...ops])

export const opLength = ({ insert, retain, delete: gone }: Op): number => {
  if (typeof insert === 'string') return insert.length
  if (typeof retain === 'number') return retain
  return gone ?? 1
}

/** Letters of a text; an embed counts as one. */
export const lengthOf = (ops: Ops): number => ops.reduce((sum, op) => sum + opLength(op), 0)

/** By how much a change makes a text longer. */
export const growthOf = (ops: Ops): number =>
  ops.reduce((sum, op) => sum + (op.insert === undefined ? -(op.delete ?? 0) : opLength(op)), 0)
