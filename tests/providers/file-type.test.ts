import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Rejection } from '#domain/decider.ts'
import { fileType } from '../../backend/providers/file-type.ts'
import { zip } from './zip.ts'

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer()
const word = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('a file is taken', () => {
  test.each([
    ['handout.pdf', 'application/pdf', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['printed.pdf', 'application/pdf', () => Buffer.from('\n\n%PDF-1.4 after what a printer said')],
    ['notes.txt', 'text/plain', () => Buffer.from('The bells rang twice.\r\n\tThen not at all.')],
    ['alt.txt', 'text/plain', () => Buffer.from('Übermut tut selten gut', 'latin1')],
    ['notepad.TXT', 'text/plain', () => utf16('Die Glocken schwiegen')],
    ['empty.txt', 'text/plain', () => Buffer.alloc(0)],
    ['Session 1.md', 'text/markdown', () => Buffer.from('# Session 1\n\n- 鐘が鳴った')],
    [
      'rules.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      () => zip({ names: word, comment: 'made by hand' }),
    ],
    ['map.png', 'image/png', () => picture('png')],
    ['map.JPG', 'image/jpeg', () => picture('jpeg')],
    ['map.jpeg', 'image/jpeg', () => picture('jpeg')],
    ['map.webp', 'image/webp', () => picture('webp')],
    ['map.gif', 'image/gif', () => picture('gif')],
  ])('%s as %s', async (name, mime, make) => {
    expect(fileType(name, await make()).mime).toBe(mime)
  })
})

describe('a file is refused', () => {
  const program = Buffer.concat([Buffer.from('MZ'), randomBytes(200), Buffer.alloc(8)])
  test.each([
    ['program.exe', 'file_type', () => program],
    ['archive.zip', 'file_type', () => zip({ names: ['a.txt'] })],
    ['page.html', 'file_type', () => Buffer.from('<script>alert(1)</script>')],
    ['picture.svg', 'file_type', () => Buffer.from('<svg/>')],
    ['nothing', 'file_type', () => Buffer.from('text')],
    ['.constructor', 'file_type', () => Buffer.from('text')],
    ['program.pdf', 'file_content', () => program],
    ['program.txt', 'file_content', () => program],
    ['broken.txt', 'file_content', () => Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
    ['archive.docx', 'file_content', () => zip({ names: ['a.txt'] })],
    ['macros.docx', 'file_content', () => zip({ names: [...word, 'word/vbaProject.bin'] })],
    ['cut.docx', 'file_content', () => zip({ names: word }).subarray(0, 60)],
    ['lying.docx', 'file_content', () => zip({ names: word, count: 900 })],
    ['picture.png', 'file_content', () => picture('jpeg')],
    ['empty.pdf', 'file_content', () => Buffer.alloc(0)],
  ])('%s by %s', async (name, code, make) => {
    const bytes = await make()
    expect(() => fileType(name, bytes)).toThrow(new Rejection(code))
  })
})
