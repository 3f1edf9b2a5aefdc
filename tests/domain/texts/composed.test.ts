import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Delta, delta } from '#domain/deltas.ts'
import { composed, pieces } from '#domain/text-compose.ts'

const attributes = fc.constantFrom(undefined, { bold: true }, { italic: true }, { bold: true, italic: true })
const insert = fc.oneof(fc.constantFrom('a', 'bc\n', '\n', 'def 👍 g'), fc.constant({ divider: true }))
const text = fc
  .array(fc.tuple(insert, attributes), { maxLength: 30 })
  .map((parts) => parts.reduce((all, [what, formats]) => all.insert(what, formats ?? null), new Delta()).insert('\n'))
const step = fc.tuple(fc.constantFrom('retain', 'insert', 'delete'), fc.nat(9), insert, attributes)

/** A change that fits a text. */
const changeOf = (
  length: number,
  steps: [string, number, string | Record<string, unknown>, Record<string, boolean> | undefined][],
): Delta => {
  let left = length
  const change = new Delta()
  for (const [what, much, words, formats] of steps) {
    const some = Math.min(left, much)
    if (what === 'insert') change.insert(words, formats ?? null)
    else if (what === 'delete') change.delete(some)
    else change.retain(some, formats ?? null)
    if (what !== 'insert') left -= some
  }
  return change.chop()
}

test('a text after a change is what quill-delta makes of them', () => {
  fc.assert(
    fc.property(text, fc.array(step, { maxLength: 8 }), (before, steps) => {
      const change = changeOf(before.length(), steps)
      const given = structuredClone(before.ops)
      expect(composed(before.ops, change.ops)).toEqual(delta(before.ops).compose(change).ops)
      expect(before.ops).toEqual(given)
    }),
    { numRuns: 2_000 },
  )
})

test('what no letter of a change touches is not copied', () => {
  const before = [...Array(100).keys()].map((n) => ({ insert: `line ${n}`, attributes: { link: `/${n}` } }))
  const after = composed(before, [{ retain: 300 }, { insert: 'x' }])
  expect(after.filter((op) => !before.includes(op as (typeof before)[0])).length).toBeLessThan(6)
})

test('pieces of a text, one behind the other, are its slices', () => {
  fc.assert(
    fc.property(text, fc.array(fc.tuple(fc.nat(4), fc.nat(7)), { maxLength: 8 }), (whole, steps) => {
      const piece = pieces(whole.ops)
      let at = 0
      for (const [gap, length] of steps) {
        expect(piece(at + gap, at + gap + length)).toEqual(whole.slice(at + gap, at + gap + length).ops)
        at += gap + length
      }
    }),
    { numRuns: 1_000 },
  )
})
