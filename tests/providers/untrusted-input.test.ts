import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  ParserFault,
  ParserRefusal,
  ParserStopped,
  ParserUnavailable,
} from '../../backend/platform/untrusted/parser.ts'
import { stored } from '../../backend/platform/zip.ts'
import { parsers } from '../../backend/providers/parsers.ts'
import { readMarkdown } from '../../backend/providers/read-markdown.ts'
import { inputProblem } from '../../backend/providers/untrusted-input.ts'
import { alternatingParts, deflated, jpegOf, markerBomb, partFloods, wordDocument } from '../hostile-files.ts'
import { untrusted } from '../untrusted.ts'

const take = (name: string, bytes: Buffer) => untrusted.run('campaignFile', { bytes, options: { name } })

describe('a Word document', () => {
  test('of 64 kB whose picture is 60 MB of bare markers is read within its memory', { tags: 'long' }, async () => {
    const bomb = markerBomb(60)
    expect(bomb.length).toBeLessThan(70_000)
    expect((await take('a.docx', bomb)).value).toMatchObject({ extension: 'docx' })
  })

  test('whose picture has a million parts is refused', async () => {
    const bomb = wordDocument(deflated('word/media/a.jpg', jpegOf(alternatingParts, 6_000_000)))
    await expect(take('a.docx', bomb)).rejects.toMatchObject({ code: 'picture_broken' })
  })

  test('of ten thousand entries is read, and one of more is refused', async () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, n) => stored({ name: `word/${n}.xml`, bytes: Buffer.from('<w/>') }))
    expect((await take('a.docx', wordDocument(...entries(9_998)))).value.mime).toContain('wordprocessingml')
    await expect(take('a.docx', wordDocument(...entries(9_999)))).rejects.toMatchObject({ code: 'picture_broken' })
  })

  test('may have so many pixels drawn again, however many damaged pictures they are in', async () => {
    const whole = await sharp({ create: { width: 1_200, height: 1_200, channels: 3, background: '#345' } })
      .jpeg({ quality: 10 })
      .toBuffer()
    const damaged = Buffer.concat([whole.subarray(0, -2), Buffer.of(0xff, 0xe1, 0xff, 0xff, 0x00)])
    const first = deflated('word/media/1.jpg', damaged)
    expect((await take('a.docx', wordDocument(first))).bytes).toBeDefined()
    // The frame's height and width, which are believed until pixels are decoded.
    const larger = Buffer.from(damaged)
    const frame = larger.indexOf(Buffer.of(0xff, 0xc0))
    for (const at of [frame + 5, frame + 7]) larger.writeUInt16BE(7_000, at)
    const both = wordDocument(first, deflated('word/media/2.jpg', larger))
    await expect(take('a.docx', both)).rejects.toMatchObject({ code: 'picture_broken' })
  })
})

test('a stored picture of too many parts is refused in every format', async () => {
  for (const [format, bytes] of Object.entries(partFloods)) {
    const mime = `image/${format === 'jpg' ? 'jpeg' : format}`
    await expect(untrusted.run('storedFile', { bytes, options: { mime } })).rejects.toMatchObject({
      code: 'picture_broken',
    })
  }
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
        code: 'input_too_demanding',
        field,
        message: tooDemanding,
      })
    expect(told(new ParserFault('RangeError'))).toMatchObject({ code: 'input_unreadable', field })
    expect(told(new ParserRefusal({ code: 'file_type', message: '', facts: {} }))).toMatchObject({ code: 'file_type' })
    expect(told(new ParserUnavailable())).toMatchObject({ code: 'busy' })
    expect(told('else')).toBe('else')
  })
})
