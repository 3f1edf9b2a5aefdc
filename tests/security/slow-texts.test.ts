import { expect, test } from 'vitest'
import { delta } from '#domain/deltas.ts'
import { differences } from '#domain/text-differences.ts'
import { isDocument } from '#domain/text-formats.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { textOfHtml } from '#richtext/html-text.ts'
import { toHtml } from '#richtext/to-html.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import { looksLikeMarkdown, withLines } from '../../frontend/src/writing/paste/looks-like-markdown.ts'
import { answer } from '../../scribe/answer.ts'
import { briefOf } from '../../scribe/brief.ts'
import { writtenOn } from '../../studio/handout/words.ts'
import { slowMarkdown } from '../slow-markdown.ts'

/**
 * Texts that are made to take long. Linear code takes some 50 ms for each of these, quadratic code seconds to minutes: the runner's own limit is
 * the deadline. How the time grows is measured by `npm run bench -- untrusted`.
 */

test('Markdown of 60,000 characters is a text, and the text is Markdown again', () => {
  for (const [, of] of slowMarkdown) {
    const ops = fromMarkdown(of(60_000))
    expect(isDocument(ops)).toBe(true)
    expect(toMarkdown(ops).length + toHtml(ops).length).toBeGreaterThan(0)
    expect(looksLikeMarkdown(of(60_000))).toBeTypeOf('boolean')
    expect(withLines(of(60_000))).toBeTypeOf('string')
  }
})

test('quotes and lists that are nested too deeply stay as they were written', () => {
  const quotes = `${'> '.repeat(5000)}x`
  expect(fromMarkdown(quotes)).toEqual([{ insert: `${quotes}\n` }])
  const lists = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')
  expect(fromMarkdown(lists)).toEqual([{ insert: `${lists}\n` }])
  expect(fromMarkdown('> > > x')).toEqual([{ insert: 'x' }, { insert: '\n', attributes: { blockquote: true } }])
})

const many = 100_000
test.each([
  ['blanks between words', [{ insert: `a${' '.repeat(many)}b`, attributes: { bold: true } }, { insert: '\n' }]],
  ['lines of a list', [{ insert: '\n'.repeat(many), attributes: { list: 'bullet', indent: 8 } }]],
  ['lines of a quote', [{ insert: '\n'.repeat(many), attributes: { blockquote: true } }]],
])('a long text can be copied: %s', (_what, ops) => {
  expect(isDocument(ops)).toBe(true)
  expect(toMarkdown(ops).length).toBeGreaterThan(many)
  expect(toHtml(ops).length).toBeGreaterThan(many)
})

test('a text that repeats itself is compared with another no longer than it takes to replace it', () => {
  const before = delta([{ insert: `${'x y '.repeat(700)}${'a '.repeat(40_000)}${'p q '.repeat(700)}\n` }])
  const after = delta([{ insert: `${'v w '.repeat(700)}${'a '.repeat(40_000)}${'r s '.repeat(700)}\n` }])
  const change = differences(before, after)
  expect(before.compose(delta(change)).ops).toEqual(after.ops)
})

test('the words of HTML are what stands outside of its tags', () => {
  expect(textOfHtml('<p>a <b>b</b></p><script>c</script ><style>d</style>&lt;e&gt; f < g')).toBe('a b<e> f < g')
  expect(textOfHtml('<script>a<b>c')).toBe('ac')
  expect(textOfHtml('<<a>b')).toBe('b')
})

test('a prompt of nothing but blanks and digits is read as quickly as any', () => {
  for (const part of [' ', '\n', '1', '1 ', ', ', 'in 1 ', 'called A ']) {
    const { words } = briefOf(`A tavern${part.repeat(10_000 / part.length)}of 40 words`, null)
    expect(words === undefined || words.max <= 2000).toBe(true)
  }
})

test('lore that is made to be slow is read for an answer as quickly as any', () => {
  const parts = ['[', '[a](', '[](', ']', '(', '[a', ' ', '. ', '.', 'aé', '*', '1. ', '“', 'a ']
  for (const part of parts) {
    const text = `${part.repeat(24_000 / part.length)}x`
    const world = { names: [], places: [], words: '', notes: [{ title: 'The tower', text, tags: [] }] }
    expect(answer('Who built the tower?', world)).toBeDefined()
  }
})

test('links in lore are read by their labels', () => {
  const text = 'Old [Ada](https://example.org/a) built the tower.'
  const world = { names: [], places: [], words: '', notes: [{ title: 'Bells', text, tags: [] }] }
  expect(JSON.stringify(answer('Who built the tower?', world))).toContain('Old Ada built the tower.')
})

test('a prompt full of quotes that are not closed is read as quickly as any', () => {
  for (const part of ['“', '«', '„', '"', '„“', '«a']) expect(writtenOn(part.repeat(10_000)).quoted).toBeDefined()
})
