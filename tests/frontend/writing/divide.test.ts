import { expect, test } from 'vitest'
import { Delta, type Op, tableEmbed } from '#domain/deltas.ts'
import { validate } from '#domain/text-formats.ts'
import { divide } from '../../../frontend/src/writing/engine/divide.ts'

/** What the server accepts in one request, in characters of JSON. */
const accepted = 700 * 1024

const partsOf = (change: Delta): Delta[] => {
  const parts = divide(change)
  return parts ? [parts[0], ...partsOf(parts[1])] : [change]
}

const table = (rows: number, columns: number, words: string): Op => ({
  insert: {
    [tableEmbed]: {
      rows: Array.from({ length: rows }, (_, n) => ({ insert: { id: `r${n}` } })),
      columns: Array.from({ length: columns }, (_, n) => ({ insert: { id: `c${n}` } })),
      cells: Object.fromEntries(
        Array.from({ length: rows * columns }, (_, n) => [
          `${Math.floor(n / columns) + 1}:${(n % columns) + 1}`,
          { content: [{ insert: `${words}${n}` }] },
        ]),
      ),
    },
  },
})

test('a pasted table that no request carries goes in parts, which end in the same text', () => {
  const text = new Delta().insert('Five bells\n')
  const change = new Delta().retain(4).insert('Before\n')
  change.ops.push(table(100, 12, 'x'.repeat(700)), { insert: '\nBehind' })
  expect(JSON.stringify(change.ops).length).toBeGreaterThan(accepted)
  const parts = partsOf(change)
  expect(parts.length).toBeGreaterThan(3)
  let now = text
  for (const part of parts) {
    expect(JSON.stringify(part.ops).length).toBeLessThan(accepted / 2)
    expect(validate(part.ops, now.length())).toBe(true)
    now = now.compose(part)
  }
  expect(now.ops).toEqual(text.compose(change).ops)
})

test('so does a change of many cells', () => {
  const before = new Delta([table(100, 12, ''), { insert: '\n' }])
  const { cells } = (table(100, 12, 'x'.repeat(300)).insert as Record<string, { cells: object }>)[tableEmbed] ?? {}
  const change = new Delta([{ retain: { [tableEmbed]: { cells } } }])
  const parts = partsOf(change)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.reduce((text, part) => text.compose(part), before).ops).toEqual(before.compose(change).ops)
})

test.each([1, 2, 20, 400])(
  'a link of 2,000 characters at the limit of a request leaves no part empty: before it %i of room',
  (room) => {
    const link = { insert: 'bell', attributes: { link: `https://example.org/${'a'.repeat(1_980)}` } }
    const long = 'x'.repeat(200_000 - JSON.stringify({ insert: '' }).length - JSON.stringify(link).length + room)
    for (const insert of [link.insert, '🔔']) {
      const change = new Delta([{ insert: long }, { ...link, insert }, { insert: ' after' }])
      const parts = partsOf(change)
      for (const part of parts) for (const op of part.ops) expect(op.insert).not.toBe('')
      const text = new Delta().insert('\n')
      expect(parts.reduce((now, part) => now.compose(part), text).ops).toEqual(text.compose(change).ops)
    }
  },
)
