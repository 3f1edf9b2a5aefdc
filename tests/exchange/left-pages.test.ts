import { describe, expect, test } from 'vitest'
import { markdownWriter } from '#exchange/markdown/write.ts'
import { importLimits } from '#exchange/plan.ts'
import { exportedPage, writeExport } from './exported.ts'
import { readPlan } from './plans.ts'
import { picture, zipped } from './vaults.ts'

const read = async (files: Readonly<Record<string, string | Buffer>>) => (await readPlan(zipped(files), 'K.zip')).plan

describe('a page with little in it is imported', () => {
  test.each([
    ['tags', 'tags: [npc]'],
    ['a cover', 'cover: "[[a.png]]"'],
    ['a cover behind the empty property of a template', 'image:\nbanner: "[[a.png]]"'],
    ['a description', 'description: Old.'],
  ])('with %s alone', async (_, matter) => {
    const plan = await read({ 'A.md': `---\n${matter}\n---\n`, 'B.md': 'x', 'a.png': await picture(1) })
    expect(plan.pages.map(({ name }) => name)).toContain('A')
    if (matter.includes('a.png')) {
      expect(plan.pages[0]).toMatchObject({ name: 'A', primary: 0 })
      expect(plan.pictures).toMatchObject([{ page: 0 }])
    }
    expect(plan.counts.leftPages).toBe(0)
  })

  test('also an exported entry of a name and tags', async () => {
    const page = exportedPage('Bell', { description: [{ insert: '\n' }], tags: ['bronze'] })
    const plan = await read(await writeExport(markdownWriter, { name: 'K', pages: [page] }))
    expect(plan.pages).toMatchObject([{ name: 'Bell', tags: ['bronze'] }])
  })
})

test('pages that stay out are counted once each, and nothing else is', async () => {
  const plan = await read({
    'Full.md': '---\ncover: https://example.com/a.png\n---\n%%x%%\n\ny\n\n'.concat('%%x%%\n\ny\n\n'.repeat(60)),
    'Same.md': 'x',
    'Same.markdown': 'another of one name',
    'same.md': 'another but for capitals',
    'Empty.md': '---\ncover: https://example.com/b.png\n---\n',
    'Mr.Empty.md': '',
    'Empty.txt': ' ',
    'Large.md': 'x'.repeat(importLimits.pageBytes + 1),
    LICENSE: 'x',
    'Map.canvas': '{}',
    'a.png': await picture(1),
  })
  expect(plan.pages.map(({ name }) => name)).toEqual(['Full', 'Same'])
  expect(plan.problems.filter(({ path, kind }) => path === 'Full' && kind === 'left')).toHaveLength(2)
  expect(plan.problems.filter(({ path, kind }) => path === 'Empty' && kind === 'left')).toHaveLength(2)
  expect(plan.counts.leftPages).toBe(6)
})
