import type Quill from 'quill/core.js'
import { Delta, type Op, opLength } from '#domain/deltas.ts'
import { composed } from '#domain/text-compose.ts'
import { sameDelta } from '../engine/compare-deltas.ts'

/** Printable ASCII: Quill itself finds a change of such text within its text node, without comparing the whole text. */
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

/** Compares operations regardless of the order of attributes, which differs by origin; a table found unequal would be replaced. */
const sameOp = (a: Op | undefined, b: Op | undefined): boolean => {
  if (a === b) return true
  if (!a || !b || typeof a.insert !== typeof b.insert) return false
  if (typeof a.insert === 'string' && a.insert !== b.insert) return false
  if (typeof a.insert === 'string' && a.attributes === b.attributes) return true
  return sameDelta(new Delta([a]), new Delta([b]))
}

/** The difference between two texts, computed only between the first and the last differing operation. */
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
 * After each change other than plain typing, Quill rebuilds the whole text, copies it once per line, and compares all
 * of it to find the change. This replaces both steps: lines are joined from their cached deltas, and only the changed
 * part is compared.
 */
export const quicken = ({ editor, scroll }: Quill): void => {
  const update = editor.update.bind(editor)
  editor.getDelta = () => {
    const whole = new Delta()
    for (const line of scroll.lines()) {
      const [first, ...rest] = line.delta().ops
      // The first operation may merge with the end of the previous line.
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
