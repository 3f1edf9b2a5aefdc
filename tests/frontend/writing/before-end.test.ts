import { expect, test } from 'vitest'
import { Delta, tableEmbed } from '#domain/deltas.ts'
import { validate } from '#domain/text-formats.ts'
import { beforeEnd } from '../../../frontend/src/writing/editor/before-end.ts'

const ids = [{ insert: { id: 'a' } }]
const table = { [tableEmbed]: { rows: ids, columns: ids } }
const text = new Delta().insert('Five bells\n')
const heading = new Delta().insert('Five bells').insert('\n', { header: 1 })
const behind = (of: Delta) => new Delta().retain(of.length())

const changes: [string, Delta, Delta][] = [
  ['a table', text, behind(text).insert(table)],
  ['a table and its newline', text, behind(text).insert(table).insert('\n')],
  ['a table behind a heading', heading, behind(heading).insert(table).insert('\n')],
  ['a line with a format', text, behind(text).insert('One').insert('\n', { list: 'bullet' })],
  ['a table behind words that are typed', text, new Delta().retain(10).insert('!').retain(1).insert(table)],
  ['a table behind what is taken away', text, new Delta().retain(4).delete(6).retain(1).insert(table)],
]
test.each(changes)('%s that is put behind the last newline comes before it', (_what, from, change) => {
  const before = beforeEnd(from, change)
  const meant = from.compose(change)
  const isEnded = String(meant.ops.at(-1)?.insert).endsWith('\n')
  expect(from.compose(before)).toEqual(isEnded ? meant : meant.insert('\n'))
  expect(validate(before.ops, from.length())).toBe(true)
})

const ordinary = [
  new Delta().insert('x'),
  new Delta().retain(10).insert('x'),
  new Delta().delete(3),
  new Delta().retain(10).retain(1, { header: 1 }),
]
test.each(ordinary)('what stands before it stays as it is', (change) => {
  expect(beforeEnd(text, change)).toEqual(change)
})
