import { expect, test } from 'vitest'
import { isDocument } from '#domain/text-formats.ts'
import { plainOf } from '#domain/text-plain.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { toHtml } from '#richtext/to-html.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'

const id = '00000000-0000-7000-8000-000000000001'

const page = `# The Salt Quarter

Anna said **very** *quietly* that ~~nobody~~ <u>somebody</u> waits at [the docks](<https://example.com/a?b=1>), see [Old Anna](/lore/view/${id}).

- one
- two
    - deeper
    - deeper still
- three
1. first
2. second
- [x] bought rope
- [ ] found the key

> All roads lead down.\\
> And none up.

\`\`\`
roll 2d6
  keep
\`\`\`

---

![](/images/${id})

| Name | Price |
| --- | --- |
| Ale | **2** cp |
| Bed | [Old Anna](/lore/view/${id}) |`

test('Markdown becomes a text and the same Markdown again', () => {
  const ops = fromMarkdown(page)
  expect(isDocument(ops)).toBe(true)
  expect(toMarkdown(ops)).toBe(page)
})

test.each([
  '# not a heading',
  '1. no list',
  '- no list',
  'a * b * c and snake_case_words',
  '> no quote',
  '[brackets](not a link)',
  '<b>no tag</b> & no entity &amp;',
  '`ticks`',
  '--- no rule',
  '~~~',
  'a|b',
])('what was written as plain words stays so: %s', (line) => {
  const ops = [{ insert: `${line}\n` }]
  expect(fromMarkdown(toMarkdown(ops))).toEqual(ops)
})

test('a mention without an id is its words', () => {
  const ops = [{ insert: 'See ' }, { insert: { mention: { words: 'Old Anna' } } }, { insert: '\n' }]
  expect(toMarkdown(ops)).toBe('See Old Anna')
  expect(toHtml(ops)).toBe('<p>See Old Anna</p>')
  expect(plainOf(ops)).toBe('See Old Anna\n')
})

test('bullets, numbers and bullets that follow each other are three lists of HTML, also within an item', () => {
  expect(toHtml(fromMarkdown('- a\n    - b\n    1. c\n\n1. d\n2. e\n\n- f'))).toBe(
    '<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li></ul><ol><li>d</li><li>e</li></ol><ul><li>f</li></ul>',
  )
})

test('HTML has every word escaped, lists within lists and tables with their header', () => {
  expect(toHtml(fromMarkdown('- a\n    1. b\n- c <script>alert(1)</script>'))).toBe(
    '<ul><li>a<ol><li>b</li></ol></li><li>c alert(1)</li></ul>',
  )
  expect(toHtml([{ insert: '<img src=x onerror=alert(1)>\n' }])).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>')
  expect(toHtml(fromMarkdown('| a | b |\n|---|---|\n| 1 | 2 |'))).toBe(
    '<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
  )
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  'java\tscript:alert(1)',
  'vbscript:x',
  '\\\\evil',
])('a link to %s is words alone', (href) => {
  const ops = fromMarkdown(`[words](<${href}>) ![picture](<${href}>)`)
  expect(ops.some(({ attributes }) => attributes?.link !== undefined)).toBe(false)
})
