import { describe, expect, test } from 'vitest'
import { parsers } from '../../backend/providers/parsers.ts'
import { bookmark, docxOf, footnote, linkTo, paragraph, pictureOf, run, table, webLink } from '../documents.ts'
import { untrusted } from '../untrusted.ts'
import { readPlan } from './plans.ts'
import { picture } from './vaults.ts'

/** An invented world as Word writes it: a preface, and as many places and people as there are numbers. */
const world = async (places = 49) => {
  const people = Array.from({ length: places - 2 }, (_, n) => [
    paragraph(`Person ${n}`, 'Heading1'),
    paragraph(`Person ${n} lives in the keep.`),
  ]).flat()
  const body = [
    paragraph('The Lands of Karrow', 'Title'),
    paragraph('Read this first.'),
    paragraph(bookmark('keep', 'The Keep: East & West'), 'Heading1'),
    paragraph(
      `${run('Aldis ')}${run('rules', '<w:b/>')}${run(' it.')}${footnote(2)}${run(' So they say.')}${footnote(1)}`,
    ),
    table([
      ['Guards', '12'],
      ['Bread|beer', 'none'],
    ]),
    paragraph('Below', 'Heading2'),
    paragraph('[[Not a link]] #nor-a-tag %%nor a comment%% *nor* ==marked== <b>bold</b> 1 < 2'),
    paragraph(pictureOf('rId20')),
    paragraph('Aldis Ren', 'Heading1'),
    paragraph(
      `${run('See ')}${linkTo('keep', 'the keep')}${run(', ')}${webLink('rId40', 'a map')}${run(' and ')}${webLink('rId41', 'a trap')}${run('.')}`,
    ),
    ...people,
  ]
  return docxOf(body, {
    footnotes: ['As of the year 12.', 'He is dead.'],
    pictures: [await picture(1)],
    links: ['https://example.com/map?a=1&b=2', 'javascript:alert(1)'],
  })
}
const uuidOf = (...parts: (string | number)[]) => {
  const digits = [...parts.join(' ')].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return `01890000-0000-7000-8000-${String(digits).padStart(12, '0')}`
}
const read = (bytes: Buffer, filename = 'world.docx') => readPlan(bytes, filename, uuidOf)
type Read = Awaited<ReturnType<typeof read>>
const sectionsOf = ({ plan, parts }: Read, name: string) => {
  const { part, at, length } = plan.pages.find((page) => page.name === name)?.blob ?? { part: 0, at: 0, length: 0 }
  const from = plan.parts.slice(0, part).reduce((sum, each) => sum + each, 0) + at
  return JSON.parse(String(parts.subarray(from, from + length)))
}

describe('a Word document becomes a plan', () => {
  test('of a page for each heading, with links, pictures, tables and footnotes', async () => {
    const result = await read(await world())
    const { plan } = result
    expect(plan).toMatchObject({
      source: 'docx',
      name: 'The Lands of Karrow',
      counts: { links: 1, tags: 0, secrets: 0 },
    })
    expect(plan.pages).toHaveLength(50)
    expect(plan.pages.slice(0, 3).map(({ name }) => name)).toEqual([
      'The Lands of Karrow',
      'The Keep: East & West',
      'Aldis Ren',
    ])
    expect(plan.pictures).toMatchObject([{ name: 'image1.png', page: 1 }])
    expect(plan.pages[1]?.primary).toBe(0)

    const keep = JSON.stringify(sectionsOf(result, 'The Keep: East & West'))
    expect(keep).toContain('{"insert":"rules","attributes":{"bold":true}}')
    expect(keep).toContain('[[Not a link]] #nor-a-tag %%nor a comment%% *nor* ==marked== <b>bold</b> 1 < 2')
    expect(keep).toContain('it.[1] So they say.[2]')
    expect(keep).toMatch(/He is dead\..*As of the year 12\./)
    expect(keep).toMatch(/table-embed.*Bread\|beer/)
    expect(keep).toContain('{"insert":"\\n","attributes":{"header":2}}')
    const aldis = JSON.stringify(sectionsOf(result, 'Aldis Ren'))
    expect(aldis).toContain('https://example.com/map?a=1&b=2')
    expect(aldis).not.toContain('javascript')
  })

  test('of one page where no heading occurs twice, named by its file', async () => {
    const { plan } = await read(docxOf([paragraph('The Keep', 'Heading1'), paragraph('Old.')]), 'C:\\My World.docx')
    expect(plan.pages.map(({ name }) => name)).toEqual(['My World'])
    expect(plan.name).toBe('My World')
  })

  test('with headings of other languages by their names', async () => {
    const style = (id: string, name: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
    const body = ['Burg', 'Fluss'].flatMap((name) => [paragraph(name, 'x1'), paragraph(`Über ${name}.`)])
    const { plan } = await read(docxOf(body, { styles: style('x1', 'Überschrift 1') }))
    expect(plan.pages.map(({ name }) => name)).toEqual(['Burg', 'Fluss'])
  })

  test('of pages of one name, each with its own id', async () => {
    const body = Array.from({ length: 3 }, (_, n) => [paragraph('Inn', 'Heading1'), paragraph(`Inn ${n}`)]).flat()
    const { plan } = await read(docxOf(body))
    expect(plan.pages.map(({ name }) => name)).toEqual(['Inn', 'Inn', 'Inn'])
    expect(new Set(plan.pages.map(({ id }) => id)).size).toBe(3)
  })

  test('without pictures of types that the gallery lacks, which it names', async () => {
    const metafile = docxOf([paragraph('Map'), paragraph(pictureOf('rId20'))], {
      pictures: [Buffer.from('EMF')],
      pictureType: 'emf',
    })
    const { plan } = await read(metafile)
    expect(plan.pictures).toEqual([])
    expect(plan.problems).toMatchObject([{ kind: 'left', reason: 'Only JPEG and PNG pictures can be imported.' }])
  })
})

describe('a hostile Word document', () => {
  const archive = (bytes: Buffer) =>
    untrusted.run('archive', { bytes, options: { filename: 'world.docx', importId: uuidOf('import') } })

  test.each([
    ['of 40 MB of text in some kilobytes', docxOf([paragraph('a'.repeat(40 * 2 ** 20))]), 'document_bomb'],
    ['that is damaged', docxOf([paragraph('a')]).subarray(0, -30), 'document_broken'],
    ['that is encrypted', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'document_encrypted'],
    ['that is empty', docxOf([paragraph('')]), 'document_without_text'],
    ['that is none', Buffer.from('Karrow'), 'document_broken'],
  ])('%s is refused', async (_what, bytes, code) => {
    await expect(archive(bytes)).rejects.toMatchObject({ code })
  })

  test('of lists nested a thousand deep is imported or refused, within its limits', async () => {
    const list = (level: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(`Level ${level}`)}</w:p>`
    const { value } = await archive(docxOf(Array.from({ length: 1_000 }, (_, level) => list(level))))
    expect(value.pages).toHaveLength(1)
    expect(parsers.archive.memoryMb).toBeLessThanOrEqual(1_024)
  })

  test('of 5,000 pages is imported', { tags: 'long', timeout: 90_000 }, async () => {
    const body = Array.from({ length: 5_000 }, (_, n) => [
      paragraph(`Page ${n}`, 'Heading1'),
      paragraph('Words.'),
    ]).flat()
    expect((await archive(docxOf(body))).value.pages).toHaveLength(5_000)
  })
})
