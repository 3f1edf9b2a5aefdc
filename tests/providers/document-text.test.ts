import { deflateRawSync, deflateSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { documentLimits } from '#domain/documents.ts'
import { filePassagesOf } from '#projections/file-passages.ts'
import { zipOf } from '../../backend/platform/zip.ts'
import { wordType } from '../../backend/providers/stripped-types.ts'
import { openUntrustedInput } from '../../backend/providers/untrusted-input.ts'
import { docxOf, paragraph, pdfOf, table } from '../documents.ts'
import { deflated } from '../hostile-files.ts'
import { untrusted } from '../untrusted.ts'

const pdf = 'application/pdf'
const textOf = async (mime: string, bytes: Buffer) =>
  (await untrusted.run('document', { bytes, options: { mime } })).value
const megabyte = 2 ** 20

describe('a text', () => {
  test.each([
    ['UTF-8', Buffer.from('\uFEFFThe keep of Ærin\u0000')],
    ['UTF-16', Buffer.from('\uFEFFThe keep of Ærin', 'utf16le')],
    ['Western', Buffer.from('The keep of Ærin', 'latin1')],
  ])('in %s is read', async (_encoding, bytes) => {
    expect(await textOf('text/plain', bytes)).toBe('The keep of Ærin')
  })

  test('of too many characters is refused, and so is an empty one', async () => {
    const { letters } = documentLimits
    expect(await textOf('text/markdown', Buffer.alloc(letters, 'a'))).toHaveLength(letters)
    const refusal = { code: 'document_too_long', facts: { most: letters } }
    await expect(textOf('text/plain', Buffer.alloc(letters + 1, 'a'))).rejects.toMatchObject(refusal)
    await expect(textOf('text/plain', Buffer.from(' \n '))).rejects.toMatchObject({ code: 'document_without_text' })
  })

  test('is no picture', async () => {
    await expect(textOf('image/png', Buffer.from('x'))).rejects.toMatchObject({ code: 'document_type' })
  })
})

describe('a Word document', () => {
  test('is read with its headings and tables', async () => {
    const body = [paragraph('The Keep', 'Heading1'), paragraph('Aldis rules it.'), table([['Guards', '12']])]
    expect(await textOf(wordType, docxOf(body))).toBe('The Keep\n\nAldis rules it.\n\nGuards\n\n12')
  })

  test('of 2,000 paragraphs is read within its limits', async () => {
    const text = await textOf(wordType, docxOf(Array.from({ length: 2_000 }, (_, n) => paragraph(`Line ${n} of it.`))))
    expect(text.split('\n\n')).toHaveLength(2_000)
  })

  test('that unpacks to 40 MB is refused before it is unpacked', async () => {
    const bomb = docxOf([paragraph('a'.repeat(40 * megabyte))])
    expect(bomb.length).toBeLessThan(60_000)
    await expect(textOf(wordType, bomb)).rejects.toMatchObject({ code: 'document_bomb' })
  })

  test('whose entries are larger than they declare is refused', async () => {
    const bytes = Buffer.from(`<w:document>${'a'.repeat(10 * megabyte)}</w:document>`)
    const lying = { ...deflated('word/document.xml', Buffer.from('<w/>')), bytes: deflateRawSync(bytes) }
    const zip = zipOf([deflated('[Content_Types].xml', Buffer.from('<Types/>')), lying])
    await expect(textOf(wordType, zip)).rejects.toMatchObject({ code: 'document_broken' })
  })

  test('that is encrypted or damaged is refused by name', async () => {
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)])
    await expect(textOf(wordType, ole)).rejects.toMatchObject({ code: 'document_encrypted' })
    const whole = docxOf([paragraph('The Keep')])
    await expect(textOf(wordType, whole.subarray(0, -40))).rejects.toMatchObject({ code: 'document_broken' })
    await expect(textOf(wordType, docxOf(['<w:p><w:r>']))).rejects.toMatchObject({ code: 'document_broken' })
  })

  test('of twenty thousand levels is refused, and so is one of many entities', async () => {
    const nested = docxOf([`${'<w:sdt><w:sdtContent>'.repeat(20_000)}${'</w:sdtContent></w:sdt>'.repeat(20_000)}`])
    await expect(textOf(wordType, nested)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:document_broken|input_too_demanding)$/),
    })
    const entities = zipOf([
      deflated('[Content_Types].xml', Buffer.from('<Types/>')),
      deflated(
        'word/document.xml',
        Buffer.from(
          `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'abcdefghij'[n + 1]} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]><x>&j;</x>`,
        ),
      ),
    ])
    await expect(textOf(wordType, entities)).rejects.toMatchObject({ code: expect.stringMatching(/^document_/) })
  })
})

describe('a PDF', () => {
  test('is read page by page', async () => {
    const text = await textOf(pdf, pdfOf(['The Keep\nAldis rules it.', 'Guards: 12']))
    expect(text).toBe('The Keep\nAldis rules it.\fGuards: 12\f')
  })

  test('has passages that know their pages, also after a page without text', async () => {
    const long = Array.from({ length: 60 }, (_, n) => `Line ${n} of the third page of this book.`).join('\n')
    const passages = filePassagesOf(await textOf(pdf, pdfOf(['The Keep', '', long, 'Guards: 12'])))
    expect(passages.map(({ page }) => page)).toEqual([1, 3, 3, 4])
    expect(passages.at(-1)).toEqual({ page: 4, passage: 'Guards: 12' })
    expect(filePassagesOf(await textOf(pdf, pdfOf(['The Keep'])))).toEqual([{ page: 1, passage: 'The Keep' }])
  })

  test('alone has pages: a form feed in a text is dropped', async () => {
    const text = await textOf('text/plain', Buffer.from('The Keep\fGuards: 12'))
    expect(filePassagesOf(text)).toEqual([{ page: null, passage: 'The KeepGuards: 12' }])
  })

  test('of 1,000 pages is read, and one of 10,000 is refused at once', async () => {
    const text = await textOf(pdf, pdfOf(Array.from({ length: 1_000 }, (_, n) => `Page ${n}`)))
    expect(text.split('\f')).toHaveLength(1_001)
    const refusal = { code: 'document_too_many_pages', facts: { pages: 10_000, most: 1_000 } }
    await expect(textOf(pdf, pdfOf(Array.from({ length: 10_000 }, () => 'x')))).rejects.toMatchObject(refusal)
  }, 60_000)

  test('that is encrypted, damaged or a scan is refused by name', async () => {
    await expect(textOf(pdf, pdfOf(['x'], { isEncrypted: true }))).rejects.toMatchObject({ code: 'document_encrypted' })
    await expect(textOf(pdf, Buffer.from('%PDF-1.7\nnothing'))).rejects.toMatchObject({ code: 'document_broken' })
    await expect(textOf(pdf, pdfOf(['']))).rejects.toMatchObject({ code: 'document_without_text' })
  })

  test('whose stream unpacks a million times ends with a sentence', { tags: 'long', timeout: 120_000 }, async () => {
    const pool = openUntrustedInput({
      owner: () => 'tests',
      log: pino({ level: 'silent' }),
      limits: { deadlineMs: 8_000 },
    })
    onTestFinished(pool.close)
    const once = deflateSync(Buffer.alloc(64 * megabyte, '(a) Tj '))
    const bomb = pdfOf(['x'], {
      stream: { dictionary: '/Filter [/FlateDecode /FlateDecode]', bytes: deflateSync(once) },
    })
    expect(bomb.length).toBeLessThan(10_000)
    await expect(pool.run('document', { bytes: bomb, options: { mime: pdf } })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:document_too_long|document_broken|input_too_demanding)$/),
    })
    expect(await textOf(pdf, pdfOf(['Still there']))).toBe('Still there\f')
  })
})
