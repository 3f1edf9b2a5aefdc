import type { Op } from 'quill-delta'

export type { Op }
export type Ops = readonly Op[]
export type Attributes = Readonly<Record<string, unknown>>

/** A table's name among embeds. */
export const tableEmbed = 'table-embed'

export const opLength = ({ insert, retain, delete: gone }: Op): number => {
  if (typeof insert === 'string') return insert.length
  if (typeof retain === 'number') return retain
  return gone ?? 1
}

/** Length of a text; an embed counts as one character. */
export const lengthOf = (ops: Ops): number => ops.reduce((sum, op) => sum + opLength(op), 0)

/** The growth of a text by a change, in characters. */
export const growthOf = (ops: Ops): number =>
  ops.reduce((sum, op) => sum + (op.insert === undefined ? -(op.delete ?? 0) : opLength(op)), 0)
