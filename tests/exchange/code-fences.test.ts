import { describe, expect, test } from 'vitest'
import { markdownWriter } from '#exchange/markdown/write.ts'
import { fenceReader } from '#richtext/code-fences.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { lowerHeadings, toMarkdown } from '#richtext/to-markdown.ts'
import { exportedPage, storySection, writeExport } from './exported.ts'
import { readPlan, textFor } from './plans.ts'
import { zipped } from './vaults.ts'

const codeIn = (markdown: string) => {
  const reader = fenceReader()
  return markdown.split('\n').filter((line) => reader.read(line).isCode)
}
const asCode = (...lines: string[]) =>
  lines.flatMap((insert) => [{ insert }, { insert: '\n', attributes: { 'code-block': true } }])

describe('lines of code', () => {
  test.each([
    ['a block with its language', '```js\nx\n```\nend', 3],
    ['a longer fence, which a shorter one does not close', '````\n```\n````\nend', 3],
    ['a fence of tildes, whose language may hold backticks', '~~~ a`b\n```\n~~~\nend', 3],
    ['a longer closing fence', '```\nx\n`````\nend', 3],
    ['a quote', '> ```\n> x\n> ```\n> end', 3],
    ['a list within a quote', '> - ```\n>   x\n>   ```\n> - end', 3],
    ['an item of a list within a list', '- a\n\t- b\n\n\t\t```\n\t\tx\n\t\t```\n\t- end', 3],
    ['an item with a long number', '10. ```\n    x\n    ```\nend', 3],
  ])('of %s', (_, markdown, count) => {
    expect(codeIn(markdown)).toHaveLength(count)
    expect(codeIn(markdown).join('\n')).not.toMatch(/end|\ba$|b$/)
  })

  test.each([
    ['inline code', '```roll``` the dice'],
    ['code by its indentation', '    ```'],
    ['two ticks', '``\nx\n``'],
  ])('are not those of %s', (_, markdown) => expect(codeIn(markdown)).toEqual([]))

  test('in deep nesting take no longer than their number', () => {
    const items = `${'- '.repeat(20_000)}x\n${'\n'.repeat(20_000)}`
    expect(codeIn(items)).toEqual([])
    expect(codeIn(`${'`'.repeat(200_000)}x`)).toHaveLength(1)
    expect(codeIn(`${'-'.repeat(4_000_000)}x`)).toEqual([])
  })
})

describe('secrets behind code stay secrets', () => {
  const secrets = 'open %%dark comment%%\n\n> [!secret] Dark title\n> dark callout\n'
  test.each([
    ['a line that begins with inline code', '```roll``` the dice'],
    ['a block in a list', '1. ```js\n   roll\n   ```'],
    ['a block in a list whose fence is not indented', '1. ```js\n   roll\n```'],
    ['a fence with a language within a block', '```\n```js\nroll\n```'],
    ['a block that ends with its quote', '> ```\n> roll'],
    ['a block that ends with its list', '- ```\n  roll'],
    ['a block without an end', '```\nroll'],
  ])('%s', async (_, code) => {
    const read = await readPlan(zipped({ 'A.md': `${code}\n\n${secrets}` }), 'A.zip')
    expect(textFor(read, 'A', false)).not.toMatch(/dark/i)
    expect(textFor(read, 'A', false)).toContain('roll')
    expect(textFor(read, 'A', true)).toMatch(/dark comment.*Dark title.*dark callout/s)
  })

  test('comments within a block are code', async () => {
    const read = await readPlan(zipped({ 'A.md': '- ````\n  ```\n  %%light%%\n  ````\n\n%%dark%%' }), 'A.zip')
    expect(textFor(read, 'A', false)).toContain('%%light%%')
    expect(textFor(read, 'A', true)).toContain('dark')
  })

  test('an export with fences in its code, imported again', async () => {
    const page = exportedPage('A', {
      sections: [
        storySection('Open', '', { ops: asCode('```', 'light', '````js') }),
        storySection('Closed', 'dark words', { isForDms: true }),
        storySection('Both', '', { isForDms: true, ops: asCode('```', 'dark code') }),
        storySection('End', 'light end'),
      ],
    })
    const files = await writeExport(markdownWriter, { name: 'K', pages: [page] })
    const read = await readPlan(zipped(files), 'K.zip')
    expect(textFor(read, 'A', false)).toMatch(/light.*light end/s)
    expect(textFor(read, 'A', false)).not.toContain('dark')
    expect(textFor(read, 'A', true)).toMatch(/dark words.*dark code/s)
  })
})

test.each([[['```']], [['````', '```', '~~~']], [['a ``` b', '`````']]])(
  'code that holds fences is the same after Markdown: %j',
  (lines) => {
    const ops = [...asCode(...lines), { insert: 'end\n' }]
    expect(fromMarkdown(toMarkdown(ops))).toEqual(ops)
  },
)

test('headings within code stay as they are', () => {
  expect(lowerHeadings('# a\n\n````\n```\n# b\n````\n\n# c', 1)).toBe('## a\n\n````\n```\n# b\n````\n\n## c')
  expect(lowerHeadings('```roll``` x\n\n# a', 1)).toBe('```roll``` x\n\n## a')
})
