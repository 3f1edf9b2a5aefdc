import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Delta } from '#domain/deltas.ts'
import { changeBetween } from '../../../frontend/src/writing/editor/long-text.ts'

const piece = fc.tuple(fc.constantFrom('a', 'bb', 'ä\n', '\n', 'c d'), fc.constantFrom(undefined, { bold: true }))
const text = fc
  .array(piece, { maxLength: 20 })
  .map((pieces) =>
    pieces.reduce((all, [words, formats]) => all.insert(words, formats ?? null), new Delta()).insert('\n'),
  )

test('how one text became another leads from the one to the other', () => {
  fc.assert(
    fc.property(text, text, fc.nat(20), (before, after, index) => {
      const carets = { oldRange: { index, length: 0 }, newRange: { index: index + 1, length: 0 } }
      for (const place of [undefined, carets])
        expect(before.compose(changeBetween(before.ops, after.ops, place))).toEqual(after)
    }),
    { numRuns: 1_000 },
  )
})

test('a letter more in a long text is a letter more, and nothing of the rest is compared', () => {
  const before = new Delta(
    [...Array(5_000).keys()].flatMap((n) => [
      { insert: `line ${n}` },
      { insert: '\n', attributes: { list: 'bullet' } },
    ]),
  )
  const change = new Delta().retain(20_000).insert('ä')
  expect(changeBetween(before.ops, before.compose(change).ops)).toEqual(change)
})
