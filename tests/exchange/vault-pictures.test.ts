import { describe, expect, test } from 'vitest'
import { derivedId } from '../../backend/commands/ids.ts'
import { readPlan, textFor } from './plans.ts'
import { picture, zipped } from './vaults.ts'

const read = async (files: Readonly<Record<string, string>>) => {
  const pictures = { 'a.png': await picture(1), 'b.png': await picture(2), 'other/a.png': await picture(3) }
  const all = await readPlan(zipped({ ...files, ...pictures }), 'K.zip', (...parts) => derivedId('import', ...parts))
  const { plan } = all
  const ownerOf = (path: string) => {
    const { page = null } = plan.pictures.find((each) => each.path === path) ?? {}
    return page === null ? null : plan.pages[page]?.name
  }
  const leadOf = (name: string) => {
    const primary = plan.pages.find((page) => page.name === name)?.primary ?? null
    return primary === null ? null : plan.pictures[primary]?.path
  }
  const picturesIn = (name: string) =>
    [...textFor(all, name, false).matchAll(/"image":\{"id":"([^"]+)"/g)].map(
      ([, id]) => plan.pictures.find((each) => each.id === id)?.path,
    )
  return { plan, ownerOf, leadOf, picturesIn }
}
const page = (matter: string, body = '![[a.png]]') => `---\n${matter}\n---\n${body}`

describe('a picture belongs to the page that most people see', () => {
  test.each([
    ['a published page, not a hidden one', 'dm-only: true', 'publish: true'],
    ['a published page, not one that is not', 'x: y', 'publish: true'],
    ['a published page, not one that is hidden as well', 'dm-only: true\npublish: true', 'publish: true'],
    ['any page, not a hidden one', 'dm-only: true', 'x: y'],
  ])('%s', async (_, narrow, wide) => {
    const { ownerOf, leadOf } = await read({ 'A.md': page(narrow), 'B.md': page(wide) })
    expect(ownerOf('a.png')).toBe('B')
    expect(leadOf('B')).toBe('a.png')
    expect(leadOf('A')).toBeNull()
  })

  test('a page that shows it, not a section for DMs of a page that more people see', async () => {
    const { ownerOf } = await read({ 'A.md': page('publish: true', '%%![[a.png]]%% x'), 'B.md': page('x: y') })
    expect(ownerOf('a.png')).toBe('B')
  })

  test('the first of several like it; the next picture represents the others', async () => {
    const { ownerOf, leadOf } = await read({ 'A.md': page('x: y'), 'B.md': page('x: y', '![[a.png]] ![[b.png]]') })
    expect([ownerOf('a.png'), ownerOf('b.png')]).toEqual(['A', 'B'])
    expect([leadOf('A'), leadOf('B')]).toEqual(['a.png', 'b.png'])
  })
})

describe('a cover that several pages have', () => {
  test('represents the first, and begins the text of the others', async () => {
    const { leadOf, picturesIn, plan } = await read({
      'A.md': page('cover: a.png', 'one'),
      'B.md': page('cover: "[[a.png]]"', '# B\n\ntwo'),
      'C.md': page('cover: a.png', 'three ![](a.png)'),
    })
    expect(['A', 'B', 'C'].map(leadOf)).toEqual(['a.png', null, null])
    expect(['A', 'B', 'C'].map(picturesIn)).toEqual([[], ['a.png'], ['a.png']])
    expect(plan.problems.filter(({ path }) => path.endsWith('.md'))).toEqual([])
  })

  test.each([
    ['![[ a.png ]]', ['a.png']],
    ['![](%61.png)', ['a.png']],
    ['the wide one ![[banana.png]], not data.png', ['a.png']],
    ['%%![[a.png]]%% the DMs’', ['a.png']],
    ['![[other/a.png]]', ['a.png', 'other/a.png']],
  ])('begins the text of another page that does not show it: %s', async (text, pictures) => {
    const { picturesIn } = await read({
      'A.md': page('cover: a.png', 'one'),
      'B.md': page('cover: a.png', text),
    })
    expect(picturesIn('B')).toEqual(pictures)
  })

  test('is shown by a page that has no text', async () => {
    const { leadOf, picturesIn } = await read({
      'A.md': page('cover: a.png\npublish: true', 'one'),
      'B.md': page('cover: a.png\ndescription: two', ''),
    })
    expect([leadOf('A'), leadOf('B')]).toEqual(['a.png', null])
    expect(picturesIn('B')).toEqual(['a.png'])
  })
})
