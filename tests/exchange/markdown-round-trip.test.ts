import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Attributes, Delta, type Ops, tableEmbed } from '#domain/deltas.ts'
import { isDocument } from '#domain/text-formats.ts'
import { mended } from '#domain/text-mending.ts'
import { cellsOf } from '#domain/text-plain.ts'
import { fittingMarkdown, fromMarkdown } from '#richtext/from-markdown.ts'
import { linesOf } from '#richtext/lines.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'

const id = '00000000-0000-7000-8000-000000000001'

/** Signs that mean something in Markdown, in HTML or in Obsidian, and any other characters. */
const word = fc.oneof(
  fc.constantFrom('#', '##', '-', '+', '*', '1.', '2)', '>', '[ ]', '[x]', '---', '=', '===', '```', '~~~', '`a`'),
  fc.constantFrom('|', '<b>', '&amp;', '\\', 'a*b', '_x_', '**', '!', '[a](b)', ':', '"', '“word”', 'x#', '``'),
  fc.constantFrom('word', 'ß', '日本', '.', ',', '<!-- x -->', '&', '- x', '#)', 'a|b', 'a\\|b', '😀', '~', 'x!'),
  fc
    .string({ unit: 'grapheme', maxLength: 4 })
    .map((text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim())
    .filter(Boolean),
)
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const always = fc.constant(true as const)
const formats: fc.Arbitrary<Attributes> = fc.record(
  {
    bold: always,
    italic: always,
    underline: always,
    strike: always,
    code: always,
    link: fc.constant('https://example.com/a?b=(1)'),
  },
  { requiredKeys: [] },
)
const part = fc.record({
  insert: fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 1, arbitrary: fc.constant({ mention: { id, kind: 'lore', words: 'Old [Anna]' } }) },
  ),
  attributes: fc.oneof(fc.constant({}), formats),
  gap: fc.constantFrom('', ' '),
})
const parts = fc.array(part, { minLength: 1, maxLength: 3 })
const line = fc.record({
  parts,
  indent: fc.constantFrom('', '    ', '     ', ' \t', '\t'),
  block: fc.constantFrom<Attributes>(
    {},
    { header: 2 },
    { list: 'bullet' },
    { list: 'ordered' },
    { list: 'checked' },
    { list: 'unchecked' },
    { blockquote: true },
  ),
})
type Parts = { insert: string | Record<string, unknown>; attributes: Attributes; gap: string }[]
const write = (delta: Delta, all: Parts) => {
  for (const [n, { insert, attributes, gap }] of all.entries()) {
    if (n > 0 && gap) delta.insert(gap)
    delta.insert(insert as string, typeof insert === 'string' ? attributes : {})
  }
  return delta
}
const documents = fc
  .array(line, { minLength: 1, maxLength: 4 })
  .map((lines) => {
    const delta = new Delta()
    for (const { parts: all, indent, block } of lines) {
      if (indent && !block.header) delta.insert(indent)
      write(delta, all).insert('\n', block)
    }
    return mended(delta.ops)
  })
  .filter(isDocument)

/** Formats have no order. */
const sorted = (ops: Ops | undefined) =>
  ops?.map(({ insert, attributes = {} }) => [insert, Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))])

test('a text is the same after it was Markdown, whatever it has', () => {
  fc.assert(
    fc.property(documents, (ops) => {
      const markdown = toMarkdown(ops)
      expect(sorted(fromMarkdown(markdown)), markdown).toEqual(sorted(ops))
      expect(sorted(fittingMarkdown(markdown, { hasLineBreaks: true })), markdown).toEqual(sorted(ops))
    }),
    { numRuns: 400 },
  )
})

const contentsOf = (ops: Ops) =>
  linesOf(ops).flatMap(({ table }) => cellsOf(table).map(({ cells }) => cells.map(sorted)))

test('the cells of a table are the same after they were Markdown', () => {
  const cell = parts.map((all) => write(new Delta(), all).ops)
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (contents) => {
      const ops = mended([
        {
          insert: {
            [tableEmbed]: {
              rows: contents.map((_, n) => ({
                insert: { id: `r${n + 1}` },
                ...(n === 0 && { attributes: { header: true } }),
              })),
              columns: [{ insert: { id: 'c1' } }],
              cells: Object.fromEntries(contents.map((content, n) => [`${n + 1}:1`, { content }])),
            },
          },
        },
        { insert: '\n' },
      ])
      const markdown = toMarkdown(ops)
      expect(contentsOf(fromMarkdown(markdown)), markdown).toEqual(contentsOf(ops))
    }),
    { numRuns: 200 },
  )
})
