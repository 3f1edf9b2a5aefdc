import type Quill from 'quill/core.js'
import { Delta, type Op, opLength } from '#domain/deltas.ts'
import { composed } from '#domain/text-compose.ts'
import { sameDelta } from '../engine/same-delta.ts'

/** A letter of these alone is found by Quill in the piece that it was typed in. */
const plain = /^[ -~]*$/

interface Carets {
  oldRange: { index: number; length: number }
  newRange: { index: number; length: number }
}
const shifted = ({ oldRange, newRange }: Carets, by: number): Carets | undefined =>
  oldRange.index + by < 0 || newRange.index + by < 0
    ? undefined
    : {
        oldRange: { ...oldRange, index: oldRange.index + by },
        newRange: { ...newRange, index: newRange.index + by },
      }

/** Attributes come in another order from each side; a table that is taken for another one would be made anew. */
const sameOp = (a: Op | undefined, b: Op | undefined): boolean => {
  if (a === b) return true
  if (!a || !b || typeof a.insert !== typeof b.insert) return false
  if (typeof a.insert === 'string' && a.insert !== b.insert) return false
  if (typeof a.insert === 'string' && a.attributes === b.attributes) return true
  return sameDelta(new Delta([a]), new Delta([b]))
}

/** How one text became another: looked for between the first and the last operations that differ, not in all of it. */
export const changeBetween = (before: readonly Op[], after: readonly Op[], caret?: Carets): Delta => {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && sameOp(before[start], after[start])) start++
  let end = 0
  while (end < most - start && sameOp(before.at(-1 - end), after.at(-1 - end))) end++
  const at = before.slice(0, start).reduce((sum, op) => sum + opLength(op), 0)
  const [old, next] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const changed = new Delta(old).diff(new Delta(next), caret && shifted(caret, -at))
  return new Delta().retain(at).concat(changed).chop()
}

/**
 * After each change that is no letter of English, Quill puts a whole text together, copying it once for each of its lines, and looks for the change by comparing
 * all of it. Here lines are put together as they are known, and what changed is looked for where it is.
 */
export const quicken = ({ editor, scroll }: Quill): void => {
  const update = editor.update.bind(editor)
  editor.getDelta = () => {
    const whole = new Delta()
    for (const line of scroll.lines()) {
      const [first, ...rest] = line.delta().ops
      // It may go on what the line before ended with.
      if (first) whole.push(first)
      whole.ops.push(...rest)
    }
    return whole
  }
  editor.update = (change, mutations = [], selection) => {
    const [only, more] = mutations
    if (!more && only?.type === 'characterData' && plain.test((only.target as Text).data))
      return update(change, mutations, selection)
    const before = editor.delta.ops
    editor.delta = editor.getDelta()
    const after = editor.delta.ops
    const expected = change && composed(before, change.ops)
    const isIt = expected?.length === after.length && expected.every((op: Op, n: number) => sameOp(op, after[n]))
    return change && isIt ? change : changeBetween(before, after, selection)
  }
}
