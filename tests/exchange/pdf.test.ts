import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { pdfWriter } from '#exchange/pdf/write.ts'
import { canTypeset, typesetFolder } from '../../backend/providers/typesetter.ts'
import { exportedPage, mentionOf, storySection, type WrittenPage, writeExport } from './exported.ts'

const folder = (n: number, name: string) => ({ id: `f${n}`, name, parentId: null, visibility: 'CAMPAIGN' as const })

/** Sets a book, and returns the texts of its pages. */
const setBook = async (name: string, pages: readonly WrittenPage[], folders: ReturnType<typeof folder>[] = []) => {
  const directory = await mkdtemp(join(tmpdir(), 'loreloom-test-'))
  try {
    const file = join(directory, 'book.pdf')
    const target = typesetFolder(join(directory, 'parts'), file)
    for (const [path, content] of Object.entries(await writeExport(pdfWriter, { name, pages, folders })))
      await target.add(path, content)
    await target.finish()
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(file)))
    const { text } = await extractText(pdf)
    return { text: text.map((page) => page.replaceAll(/\s+/g, ' ')), outline: await pdf.getOutline() }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

// The typesetter is an optional package, which has no build for some systems.
describe.skipIf(!canTypeset())('a book as PDF', { timeout: 300_000 }, () => {
  test('has a cover, contents with page numbers, chapters, and an index of names', async () => {
    const name = '*Odd* #name <n> [x] $y$ @ref // \\ "q" #read("/etc/passwd")'
    const keep: WrittenPage = exportedPage('The Keep', {
      tags: ['ruin'],
      sections: [
        storySection('History', 'Old.'),
        storySection('Below', 'The cellar is flooded.', { isForDms: true }),
        { ...storySection('Table', ''), ops: [{ insert: { 'table-embed': {} } }, { insert: '\n' }] },
      ],
    })
    const odd: WrittenPage = exportedPage(name, {
      description: [{ insert: `${name}, see ` }, mentionOf(keep), { insert: '\n' }],
    })
    keep.folderId = 'f1'
    odd.folderId = 'f2'
    const missing = { id: '0198c0de-0000-7000-8000-00000000dead', name: 'Nowhere' }
    const untitled = exportedPage('', { description: [mentionOf(missing), { insert: '\n' }] })
    const { text, outline } = await setBook(
      'The Drowned Bells',
      [keep, odd, untitled],
      [folder(1, 'Places'), folder(2, 'People')],
    )
    expect(text[0]).toMatch(/The Drowned Bells.*3 entries.*29 November 2026/)
    expect(text[1]).toMatch(/Contents.*Untitled Lore.*3.*Places.*The Keep.*People.*\*Odd\*.*Index/)
    const pageOf = (words: string) => text.findIndex((page, n) => n > 1 && page.includes(words)) + 1
    expect(text[1]).toMatch(new RegExp(`The Keep[ .]+${pageOf('The cellar')}`))
    expect(text.join()).toContain(`${name}, see The Keep`)
    expect(text.join()).toContain('DM only')
    expect(text.at(-1)).toMatch(new RegExp(`The Keep, ${pageOf('The cellar')}, ${pageOf('see The Keep')}`))
    expect(outline?.map(({ title }) => title)).toEqual(['Untitled Lore', 'Places', 'People', 'Index'])
  })

  test('is made of nothing, too', async () => {
    expect((await setBook('Empty', [])).text.join()).toMatch(/Empty.*0 entries.*Contents/)
  })
})
