import { describe, expect, test } from 'vitest'
import { readPlan, textFor } from './plans.ts'
import { zipped } from './vaults.ts'

const textsOf = async (markdown: string) => {
  const read = await readPlan(zipped({ 'A.md': markdown }), 'A.zip')
  return { open: textFor(read, 'A', false), hidden: textFor(read, 'A', true) }
}

describe('a secret callout is a secret', () => {
  test.each([
    ['as an item of a list', '- light one\n- > [!secret] Dark title\n  > dark words\n- light end'],
    [
      'in a list within a list',
      '1. light one\n    - light two\n        > [!dm]\n        > dark words\n    - light end',
    ],
    ['in a list with tabs', '- light one\n\t1. > [!gm] Dark title\n\t   > dark words\n\t2. light end'],
    ['below the words of an item', '1. light one\n   > [!secret]\n   > dark words\n2. light end'],
    ['in a quote', '> light one\n> > [!secret] Dark title\n> > dark words\n\nlight end'],
    ['whose last line has lost its mark', '> [!secret] Dark title\n> dark words\nand dark tomorrow\n\nlight end'],
    ['whose lines have all lost their mark', '> [!secret] Dark title\ndark words\n    dark code\n2. dark\n\nlight end'],
    [
      'with an unquoted heading that is indented',
      '> [!secret] T\n> dark words\n    # dark plan\ndark end\n\nlight end',
    ],
    ['with an indented heading', '> [!secret] T\n> dark words\n>     # dark plan\nand dark end\n\nlight end'],
    ['with an unquoted fence that is indented', '> [!secret] T\n> dark words\n    ```\ndark end\n\nlight end'],
    ['whose marks are indented', '> [!secret] Dark title\n      > dark words\n\nlight end'],
  ])('%s', async (_, markdown) => {
    const { open, hidden } = await textsOf(markdown)
    expect(open).not.toMatch(/dark/i)
    expect(open).toContain('light end')
    expect(hidden).toMatch(/dark words/)
    if (markdown.includes('tomorrow')) expect(hidden).toContain('and dark tomorrow')
  })

  test.each([
    ['by a tab', '\t'],
    ['by four blanks', '    '],
  ])('and not an item that its own holds, indented %s', async (_, blanks) => {
    const { open, hidden } = await textsOf(`- > [!secret] Dark title\n${blanks}- light child\n- light end`)
    expect(open).toContain('light child')
    expect(open).toContain('light end')
    expect(hidden).not.toContain('light')
  })

  test.each([
    ['an empty line', ''],
    ['an empty line of its quote', '>\nlight'],
    ['a heading', '# light'],
    ['a list', '- light'],
    ['a numbered list', '1. light'],
    ['a rule', '***'],
    ['code', '```\nlight\n```'],
  ])('until %s', async (_, next) => {
    const { open, hidden } = await textsOf(`> [!secret]\n> dark\n${next}\n\nlight end`)
    expect(hidden).not.toContain('light')
    expect(open).not.toContain('dark')
    expect(open).toContain('light end')
  })

  test.each([
    ['a heading', '> ## Dark'],
    ['an underlined heading', '> Dark\n> ==='],
    ['a heading of its quote', '> > # Dark'],
    ['a rule', '> dark\n>\n> ---'],
    ['code', '> ```\n> dark\n> ```'],
    ['code without an end', '> ```\n> dark'],
  ])('does not include the paragraph after %s', async (_, end) => {
    const { open, hidden } = await textsOf(`> [!secret]\n> dark\n${end}\nlight words\n\nlight end`)
    expect(hidden).not.toContain('light')
    expect(open).not.toMatch(/dark/i)
    expect(open).toContain('light words')
  })
})

test('other callouts in lists are quotes with their title', async () => {
  const { open } = await textsOf('1. > [!info] Garrison\n   > Twelve soldiers.\n2. end')
  expect(open).not.toContain('[!info]')
  expect(open).toMatch(/Garrison","attributes":\{"bold":true\}.*Twelve soldiers.*"blockquote":true.*end/)
})
