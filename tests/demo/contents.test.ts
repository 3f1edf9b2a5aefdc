import { expect, test } from 'vitest'
import { SegmentTitle } from '#domain/segments.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import { hungIn, readContents, readDemoContents } from '../../demo/contents.ts'
import { readDemoPages } from '../../demo/pages.ts'
import { pictures } from '../../demo/pictures.ts'

test('contents are read from Markdown, with who wrote them and who sees them', () => {
  expect(
    readContents('# The Ebb\n\n## The drip\n*Tomasz · DM only*\n\nIt counts.\n\n## Links\n*Wren · RELATIONSHIPS*\n'),
  ).toEqual([
    { page: 'The Ebb', by: 'Tomasz', type: 'STORY', title: 'The drip', isForDms: true, content: 'It counts.' },
    { page: 'The Ebb', by: 'Wren', type: 'RELATIONSHIPS', title: 'Links', isForDms: false, content: '' },
  ])
  expect(() => readContents('# The Ebb\n\n## The drip\n*Nobody*\n\nIt counts.')).toThrow(/who wrote it/)
})

test('those of the demo are of pages that there are, by who may edit them, and each is of its page once', () => {
  const pages = new Map(readDemoPages().map((page) => [page.name, page]))
  const contents = readDemoContents()
  for (const { page, by, title } of contents) {
    expect(['Tomasz', pages.get(page)?.by]).toContain(by)
    expect(SegmentTitle.safeParse(title).success).toBe(true)
  }
  expect(new Set(contents.map(({ page, title }) => `${page} ${title}`)).size).toBe(contents.length)
  for (const { content } of contents)
    expect(fromMarkdown(toMarkdown(fromMarkdown(content)))).toEqual(fromMarkdown(content))
})

test('what hangs in the galleries is drawn', () => {
  const drawn = new Set(pictures.map(({ name }) => name))
  const galleries = readDemoContents().filter(({ type }) => type === 'GALLERY')
  expect(galleries.flatMap(hungIn).length).toBeGreaterThan(3)
  expect(galleries.flatMap(hungIn).filter((name) => !drawn.has(name))).toEqual([])
})
