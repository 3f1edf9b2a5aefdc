import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ParserFault, ParserRefusal, ParserStopped } from '../../backend/platform/untrusted/parser.ts'
import { type PackedEntry, stored, zipOf } from '../../backend/platform/zip.ts'
import { parsers } from '../../backend/providers/parsers.ts'
import { readMarkdown } from '../../backend/providers/read-markdown.ts'
import { inputProblem } from '../../backend/providers/untrusted-input.ts'
import { untrusted } from '../untrusted.ts'

/** Files that are made to exhaust whoever reads them. All are read by the child process; most of them took this one seconds, or its life. */

const deflated = (name: string, bytes: Buffer): PackedEntry => ({
  ...{ name, method: 8, crc: crc32(bytes), size: bytes.length },
  bytes: deflateRawSync(bytes),
})
const document = (...entries: PackedEntry[]) =>
  zipOf([
    deflated('[Content_Types].xml', Buffer.from('<Types/>')),
    deflated('word/document.xml', Buffer.from('The bells rang.')),
    ...entries,
  ])
const take = (name: string, bytes: Buffer) => untrusted.run('campaignFile', { bytes, options: { name } })

const megabyte = 2 ** 20
/** A picture that begins and ends as a JPEG does, with a part repeated in between. */
const jpegOf = (part: Buffer, length: number) =>
  Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(length - (length % part.length), part), Buffer.of(0xff, 0xd9)])
const bareMarkers = Buffer.of(0xff, 0x01)
/** What is kept and what is dropped, in turns. */
const alternating = Buffer.of(0xff, 0x01, 0xff, 0xfe, 0x00, 0x02)

describe('a Word document', () => {
  test('of 64 kB whose picture is 60 MB of bare markers is read within its memory', async () => {
    const bomb = document(deflated('word/media/a.jpg', jpegOf(bareMarkers, 60 * megabyte)))
    expect(bomb.length).toBeLessThan(70_000)
    expect((await take('a.docx', bomb)).value).toMatchObject({ extension: 'docx' })
  })

  test('whose picture has a million parts is refused', async () => {
    const bomb = document(deflated('word/media/a.jpg', jpegOf(alternating, 6 * megabyte)))
    await expect(take('a.docx', bomb)).rejects.toMatchObject({ code: 'picture_broken' })
  })

  test('of ten thousand entries is read, and one of more is refused', async () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, n) => stored({ name: `word/${n}.xml`, bytes: Buffer.from('<w/>') }))
    expect((await take('a.docx', document(...entries(9_998)))).value.mime).toContain('wordprocessingml')
    await expect(take('a.docx', document(...entries(9_999)))).rejects.toMatchObject({ code: 'picture_broken' })
  })

  test('may have so many pixels drawn again, however many damaged pictures they are in', async () => {
    const whole = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#345' } })
      .jpeg({ quality: 10 })
      .toBuffer()
    const damaged = Buffer.concat([whole.subarray(0, -2), Buffer.of(0xff, 0xe1, 0xff, 0xff, 0x00)])
    const pictures = (count: number) =>
      document(...Array.from({ length: count }, (_, n) => deflated(`word/media/${n}.jpg`, damaged)))
    expect((await take('a.docx', pictures(1))).bytes).toBeDefined()
    await expect(take('a.docx', pictures(6))).rejects.toMatchObject({ code: 'picture_broken' })
  })
})

test('a stored picture of a million parts is refused in every format, and so is one that says it has more pixels than can be', async () => {
  const chunk = (type: string, length: number) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, Buffer.alloc(length + 4)])
  }
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.alloc(24 * 100_000, Buffer.concat([chunk('IDAT', 0), chunk('tEXt', 0)])),
  ])
  const webp = Buffer.concat([
    Buffer.from('RIFF\xff\xff\xff\x00WEBP', 'latin1'),
    Buffer.alloc(16 * 100_000, 'ICCP\0\0\0\0XMP \0\0\0\0', 'latin1'),
  ])
  const gif = Buffer.concat([
    Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1'),
    Buffer.alloc(7 * 100_000, Buffer.of(0x21, 0xf9, 0, 0x21, 0xfe, 0, 0x3b).subarray(0, 6)),
  ])
  for (const [format, bytes] of Object.entries({ png, webp, gif, jpeg: jpegOf(alternating, 6 * megabyte) }))
    await expect(untrusted.run('storedFile', { bytes, options: { mime: `image/${format}` } })).rejects.toMatchObject({
      code: 'picture_broken',
    })
})

test('whatever bytes are sent under whatever name, the answer is a type or a refusal', async () => {
  const names = fc.constantFrom('a.docx', 'a.png', 'a.jpg', 'a.webp', 'a.gif', 'a.pdf', 'a.txt', 'a')
  const begins = fc.constantFrom(
    '',
    'PK\x03\x04',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'RIFF\0\0\0\0WEBP',
    'GIF89a',
    '%PDF-',
  )
  await fc.assert(
    fc.asyncProperty(names, begins, fc.uint8Array({ maxLength: 200 }), async (name, begin, rest) => {
      const bytes = Buffer.concat([Buffer.from(begin, 'latin1'), rest])
      const code = await take(name, bytes).then(
        () => 'taken',
        (error: { code?: string }) => error.code,
      )
      expect(['taken', 'file_type', 'file_content', 'picture_broken']).toContain(code)
    }),
    { numRuns: 200 },
  )
})

test('long Markdown is read by a thread as short Markdown is, and compared there with what it replaces', async () => {
  const now = [{ insert: 'The bells rang.\n' }]
  for (const times of [1, 1_000]) {
    const markdown = 'The **bells** rang.\n\n'.repeat(times)
    const { ops, change } = await readMarkdown(untrusted, { markdown, now })
    expect(ops.length).toBe(times * 2 + 1)
    expect(change?.length).toBeGreaterThan(0)
  }
})

describe('what became of an input is told by its field', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  test.each(Object.entries(parsers))('%s', (name, { field, tooDemanding }) => {
    const told = (error: unknown) => inputProblem(name as keyof typeof parsers, error, log)
    for (const reason of ['deadline', 'memory', 'crash'] as const)
      expect(told(new ParserStopped(reason))).toMatchObject({
        ...{ code: 'input_too_demanding', field, message: tooDemanding },
      })
    expect(told(new ParserFault('RangeError'))).toMatchObject({ code: 'input_unreadable', field })
    expect(told(new ParserRefusal({ code: 'file_type', message: '', facts: {} }))).toMatchObject({ code: 'file_type' })
    expect(told('else')).toBe('else')
  })
})
