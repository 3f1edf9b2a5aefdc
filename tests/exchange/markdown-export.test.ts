import { describe, expect, test } from 'vitest'
import { markdownWriter } from '#exchange/markdown/write.ts'
import type { ImportPlan } from '#exchange/plan.ts'
import { derivedId } from '../../backend/commands/ids.ts'
import { exportedPage, mentionOf, storySection, type WrittenPage, writeExport } from './exported.ts'
import { readPlan, textFor } from './plans.ts'
import { picture, zipped } from './vaults.ts'

/** Writes an export, and reads it as an import does. */
const again = async (pages: readonly WrittenPage[], pictures: Readonly<Record<string, string>> = {}) => {
  const files = await writeExport(markdownWriter, { name: 'Karrow', pages, pictures })
  const bytes = await Promise.all(
    Object.values(pictures).map(async (name, n) => [`Karrow/Pictures/${name}.png`, await picture(n)] as const),
  )
  const read = await readPlan(zipped({ ...files, ...Object.fromEntries(bytes) }), 'Karrow.zip', (...parts) =>
    derivedId('import', ...parts),
  )
  return { files, read }
}
type Read = Awaited<ReturnType<typeof again>>['read']

type PlannedPage = ImportPlan['pages'][number]
/** Pages that players see, by what the importer chooses. */
const choices: Readonly<Record<string, (page: PlannedPage) => boolean>> = {
  CAMPAIGN: ({ isHidden }) => isHidden !== true,
  PAGE: ({ isHidden, isPublished }) => isPublished && isHidden !== true,
}
/** Everything that players read after an import. */
const readByPlayers = (read: Read, isSeen: (page: PlannedPage) => boolean) => {
  const { plan } = read
  const pages = plan.pages.filter(isSeen)
  const gallery = plan.pictures.filter(({ page }) => page !== null && isSeen(plan.pages[page] as PlannedPage))
  const texts = pages.map(({ name, description, tags }) => [name, description, tags, textFor(read, name, false)])
  return JSON.stringify([texts, gallery.map(({ name }) => name)])
}

const cult = exportedPage('Secret Cult', { visibility: 'DM', tags: ['cult'], pictures: ['c'], primary: 'c' })
const diary = exportedPage('Diary', { visibility: 'PRIVATE' })
const bridge = exportedPage('Old Bridge')
const link = (page: WrittenPage, comment: string) => ({
  ...{ id: page.id, name: page.name, direction: 'out' as const, comment },
  isForAll: page.visibility === 'CAMPAIGN',
})
const pictures = { a: 'gate', b: '!cellar', c: '!altar', d: '!mask', e: 'tower' }
const shown = (id: string) => [{ insert: { image: { id } } }, { insert: '\n' }]
const priestess = exportedPage('Priestess', {
  description: [{ insert: 'Kind to all.\n' }, ...shown('b')],
  sections: [
    storySection('Deeds', '', { ops: [{ insert: 'Fed the poor.\n' }, ...shown('a'), ...shown('c')] }),
    storySection('Gallery', '', { type: 'GALLERY', ops: [], pictures: ['e', 'd'] }),
    storySection('Plans', 'Raises the drowned.', { isForDms: true }),
  ],
  links: [link(bridge, 'preaches on it'), link(cult, 'her hidden patron'), link(diary, 'wrote it')],
  pictures: ['a'],
  primary: 'a',
})

describe('an export of what a DM sees', () => {
  test.each(Object.entries(choices))('imported again with %s shows players what they saw before', async (_, isSeen) => {
    const { read } = await again([priestess, cult, diary, bridge], pictures)
    const seen = readByPlayers(read, isSeen)
    for (const word of ['Kind to all', 'Fed the poor', 'preaches on it', 'gate', 'tower']) expect(seen).toContain(word)
    expect(seen).not.toMatch(/Cult|cult|patron|Diary|wrote it|cellar|altar|mask|drowned/)
    const hidden = textFor(read, 'Priestess', true)
    for (const word of ['her hidden patron', 'wrote it', 'Raises the drowned']) expect(hidden).toContain(word)
    expect(hidden.match(/"image":/g)).toHaveLength(3)
    const pages = read.plan.pages.map(({ name, isPublished, isHidden }) => [name, isPublished, isHidden])
    expect(pages.toSorted()).toEqual([
      ['Diary', false, true],
      ['Old Bridge', true, false],
      ['Priestess', true, false],
      ['Secret Cult', false, true],
    ])
  })

  test('writes pages for DMs whole, with their pictures', async () => {
    const page = exportedPage('Altar', {
      ...{ visibility: 'DM', pictures: ['c', 'd'], primary: 'c', links: [link(cult, 'belongs to it')] },
      sections: [storySection('Form', '', { ops: [{ insert: 'Of bone.\n' }, ...shown('d')] })],
    })
    const { files, read } = await again([page, cult], pictures)
    expect(files['Karrow/Altar.md']).toMatch(/publish: false\ndm-only: true\n---/)
    expect(files['Karrow/Altar.md']).not.toContain('[!secret]')
    expect(read.plan.pages[0]).toMatchObject({ name: 'Altar', primary: 0, isHidden: true })
    expect(read.plan.pictures[0]).toMatchObject({ name: '!altar.png', page: 0 })
  })

  test('hides the picture that represents a page where not all members see it', async () => {
    const page = exportedPage('Altar', { pictures: ['c'], primary: 'c' })
    const { files, read } = await again([page], pictures)
    expect(files['Karrow/Altar.md']).toMatch(/publish: true\n---\n\n> \[!secret\] Pictures\n> !\[/)
    expect(read.plan.pages[0]).toMatchObject({ primary: null })
  })

  test('marks links to lore outside of it as secret only where not all members see that', async () => {
    const { files } = await again([priestess])
    const [open, secret] = (files['Karrow/Priestess.md'] ?? '').split('> [!secret] Relationships')
    expect(open).toContain('## Relationships\n\n- → Old Bridge: preaches on it\n')
    expect(secret).toMatch(/> - → Secret Cult: her hidden patron\n> - → Diary: wrote it/)
    expect(open).not.toMatch(/Cult|Diary/)
  })
})

test('a section of relationships has its links, divided as those at the end of a page', async () => {
  const section = storySection('Ties', '', { type: 'RELATIONSHIPS', ops: [] })
  const page = exportedPage('Priestess', {
    sections: [section, { ...section, title: 'Others', isForDms: true }],
    links: [link(bridge, 'preaches'), link(cult, 'patron')],
  })
  const { files, read } = await again([page, bridge, cult])
  expect(files['Karrow/Priestess.md']).not.toContain('## Relationships')
  expect(textFor(read, 'Priestess', false)).toContain('preaches')
  expect(textFor(read, 'Priestess', false)).not.toMatch(/Cult|patron/)
})

test('an export of what all members see holds no secrets', async () => {
  const page = exportedPage('Ford', {
    description: [mentionOf(bridge), { insert: '\n' }],
    links: [link(bridge, 'leads to it')],
  })
  const { files } = await again([page, bridge], { a: 'gate' })
  expect(Object.values(files).join()).not.toMatch(/secret|dm-only/)
})
