import { Delta, type Op, type Ops, tableEmbed } from '#domain/deltas.ts'

/** Milliseconds of a pause that ends an undo step. */
const pauseMs = 1_000
/** Maximum number of characters in an undo step of typing. */
const mostLetters = 40
/** Characters of the longest insertion that counts as typing. A longer one was pasted or completed, and is a step by itself. */
const mostAtOnce = 20
/**
 * After deleting a line break, the editor formats the joined line like the first one. A line format within this many
 * milliseconds belongs to the deletion.
 */
const joinFormatMs = 100

interface Typing {
  kind: 'insert' | 'delete'
  /** The range of the inserted or deleted characters. */
  from: number
  to: number
  /** The table cell that contains the range; empty outside of tables. */
  cell: string
  endsParagraph: boolean
}

/** Returns the change of a cell if a table's change consists of the content of one cell; undefined otherwise. */
const cellChange = (retain: Op['retain']): { cell: string; ops: Ops } | undefined => {
  if (typeof retain !== 'object') return undefined
  const { cells = {}, ...others } = retain[tableEmbed] as { cells?: Record<string, { content?: Op[] }> }
  const [[cell, { content }] = ['', {}], ...more] = Object.entries(cells)
  return content && more.length === 0 && Object.keys(others).length === 0 ? { cell, ops: content } : undefined
}

/** Returns the characters that a change types or deletes at one position; undefined for any other change. */
const typingOf = (ops: Ops, cell = ''): Typing | undefined => {
  const [first, ...rest] = ops
  if (!first) return undefined
  const isSkipping = typeof first.retain === 'number' && first.attributes === undefined
  const [op = first, ...others] = isSkipping ? rest : ops
  if (others.length > 0) return undefined
  const from = isSkipping ? (first.retain as number) : 0
  const inner = cell === '' ? cellChange(op.retain) : undefined
  if (inner) return typingOf(inner.ops, inner.cell)
  if (op.delete !== undefined && op.delete <= 2)
    return { kind: 'delete', from, to: from + op.delete, cell, endsParagraph: false }
  if (typeof op.insert !== 'string' || op.insert.length > mostAtOnce) return undefined
  return { kind: 'insert', from, to: from + op.insert.length, cell, endsParagraph: op.insert === '\n' }
}

const isDeletion = (ops: Ops) => ops.some((op) => op.delete !== undefined) && ops.every((op) => op.insert === undefined)
/** Attributes that the end of a line carries. */
const lineAttributes = new Set(['list', 'indent', 'header', 'blockquote', 'code-block'])
/** Returns true for a change that only sets the format of one line. */
const isLineFormat = (ops: Ops) => {
  const isSkipping = typeof ops[0]?.retain === 'number' && ops[0].attributes === undefined
  const [op, ...others] = isSkipping ? ops.slice(1) : ops
  return (
    others.length === 0 &&
    op?.retain === 1 &&
    op.attributes !== undefined &&
    Object.keys(op.attributes).every((name) => lineAttributes.has(name))
  )
}

const follows = (last: Typing, next: Typing) =>
  next.kind === 'insert' ? next.from === last.to : next.to === last.from || next.from === last.from

/**
 * Divides the changes of one user into undo steps. Characters that are typed or deleted at one position without a pause form a step
 * of at most 40, which the end of a paragraph ends. A deletion includes the format that the joined line receives. Every other change,
 * such as a paste, a format, a mention or a picture, is a step by itself.
 */
export const undoSteps = () => {
  let last: (Typing & { at: number; letters: number }) | undefined
  let deletedAt = Number.NEGATIVE_INFINITY
  return {
    /** Returns whether this change begins a step, and whether it ends one. `now` is in milliseconds. */
    next(change: Delta, now: number): { begins: boolean; ends: boolean } {
      const typing = typingOf(change.ops)
      const before = last
      const completesDeletion = isLineFormat(change.ops) && now - deletedAt < joinFormatMs
      const hasDeleted = isDeletion(change.ops)
      deletedAt = hasDeleted ? now : Number.NEGATIVE_INFINITY
      if (!typing) {
        last = undefined
        return { begins: !completesDeletion, ends: !hasDeleted }
      }
      const letters = typing.to - typing.from
      const isSame =
        before !== undefined &&
        before.kind === typing.kind &&
        before.cell === typing.cell &&
        now - before.at < pauseMs &&
        before.letters + letters <= mostLetters &&
        follows(before, typing)
      last = typing.endsParagraph ? undefined : { ...typing, at: now, letters: letters + (isSame ? before.letters : 0) }
      return { begins: !isSame, ends: typing.endsParagraph }
    },
    /** Ends the current step: the next change begins a new one. */
    end() {
      last = undefined
    },
  }
}

/** Returns the caret in the cell that the last operation of a change edits; undefined if that operation is not of a table. */
export const tableAfter = ({ ops }: Delta): TableCaret | undefined => {
  const retain = ops.at(-1)?.retain
  const inner = cellChange(retain)
  if (inner) return { cell: { place: inner.cell, index: caretAfter(new Delta([...inner.ops])), length: 0 } }
  return typeof retain === 'object' ? {} : undefined
}
export interface TableCaret {
  /** Undefined for a change of rows or columns. */
  cell?: { place: string; index: number; length: number }
}

/** Returns the caret position after an undo or redo: behind its last insertion or format, or at its last deletion. */
export const caretAfter = ({ ops }: Delta): number => {
  let at = 0
  let caret = 0
  for (const op of ops) {
    if (op.delete === undefined) at += new Delta([op]).length()
    if (op.retain === undefined || op.attributes !== undefined || typeof op.retain === 'object') caret = at
  }
  return caret
}
