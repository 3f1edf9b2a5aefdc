import { describe, expect, test } from 'vitest'
import type { Ops } from '#domain/deltas.ts'
import { plainOf } from '#domain/text-plain.ts'
import { markdownWriter } from '#exchange/markdown/write.ts'
import { fittingMarkdown, fromMarkdown } from '#richtext/from-markdown.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import { exportedPage, storySection, writeExport } from './exported.ts'
import { readPlan, textFor } from './plans.ts'
import { zipped } from './vaults.ts'

const page = '# A\n\nName: Bob\nRace: **Elf**\n\n> The bells\n> below.\n\n- one\n  of many\n- two\n\nHead\ning\n===\n'
const linesOf = async (files: Record<string, string>) => {
  const read = await readPlan(zipped({ 'K/A.md': page, ...files }), 'K.zip')
  const sections = JSON.parse(textFor(read, 'A', false)) as { ops: Ops }[]
  return sections.flatMap(({ ops }) => plainOf(ops).trimEnd().split('\n'))
}
const broken = ['Name: Bob', 'Race: Elf', 'The bells', 'below.', 'one of many', 'two', 'Head ing']
const joined = ['Name: Bob Race: Elf', 'The bells below.', 'one of many', 'two', 'Head ing']

describe('line breaks of a vault', () => {
  test.each([
    ['no setting', '{}'],
    ['the setting off', '{"strictLineBreaks":false}'],
    ['settings that cannot be read', '{'],
  ])('stay with %s', async (_, settings) => {
    expect(await linesOf({ 'K/.obsidian/app.json': settings })).toEqual(broken)
  })

  test('stay where the vault has other settings alone', async () => {
    expect(await linesOf({ 'K/.obsidian/workspace.json': '{}' })).toEqual(broken)
  })

  test('are blanks with strict line breaks, and in a folder that is no vault', async () => {
    expect(await linesOf({ 'K/.obsidian/app.json': '{"strictLineBreaks":true}' })).toEqual(joined)
    expect(await linesOf({})).toEqual(joined)
  })
})

test('a text of lines is the same after an export that became a vault', async () => {
  const ops: Ops = [
    { insert: 'Name: Bob\nRace: Elf\none' },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'The bells' },
    { insert: '\n', attributes: { blockquote: true } },
    { insert: 'below.' },
    { insert: '\n', attributes: { blockquote: true } },
  ]
  expect(fittingMarkdown(toMarkdown(ops), { hasLineBreaks: true })).toEqual(ops)
  expect(fromMarkdown(toMarkdown(ops))).toEqual(ops)
  const files = await writeExport(markdownWriter, {
    name: 'K',
    pages: [exportedPage('A', { sections: [storySection('Notes', '', { ops })] })],
  })
  for (const settings of [{}, { 'K/.obsidian/app.json': '{}' }]) {
    const read = await readPlan(zipped({ ...files, ...settings }), 'K.zip')
    const sections = JSON.parse(textFor(read, 'A', false)) as { ops: Ops }[]
    expect(sections.map((section) => plainOf(section.ops)).join('')).toContain(plainOf(ops))
  }
})
