import { Rejection } from '#domain/decider.ts'
import { zipNames } from './zip-directory.ts'

interface FileType {
  mime: string
  /** True if the bytes have this type, regardless of the file's name. */
  is(bytes: Buffer): boolean
}

const startsWith =
  (...signature: (number | string)[]) =>
  (bytes: Buffer) => {
    const start = Buffer.concat(
      signature.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
    )
    return bytes.subarray(0, start.length).equals(start)
  }

/** PDF readers accept the signature anywhere in the first 1024 bytes. */
const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-')
const isWebp = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
const isGif = (bytes: Buffer) => startsWith('GIF87a')(bytes) || startsWith('GIF89a')(bytes)

/** True for a Word document without macros. Other ZIP archives are refused, since they may contain anything. */
const isDocx = (bytes: Buffer) => {
  if (!startsWith('PK', 3, 4)(bytes)) return false
  const names = zipNames(bytes)
  return ['[Content_Types].xml', 'word/document.xml'].every((name) => names?.includes(name)) && !names?.some(isMacro)
}
const isMacro = (name: string) => /vbaProject\.bin$/i.test(name)

/** True for UTF-16 with a byte order mark, and for bytes without control characters, which other text encodings do not use. */
const isText = (bytes: Buffer) => {
  if (startsWith(0xff, 0xfe)(bytes)) return decodes(bytes, 'utf-16le')
  if (startsWith(0xfe, 0xff)(bytes)) return decodes(bytes, 'utf-16be')
  return !bytes.some((byte) => byte === 0x7f || (byte < 0x20 && !whitespace.includes(byte)))
}
const whitespace = [...Buffer.from('\t\n\v\f\r')]
const decodes = (bytes: Buffer, encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes) !== ''
  } catch {
    return false
  }
}

const jpeg: FileType = { mime: 'image/jpeg', is: startsWith(0xff, 0xd8, 0xff) }
const markdown: FileType = { mime: 'text/markdown', is: isText }

/** File types that can be added to a campaign, by file extension. */
const fileTypes: Readonly<Record<string, FileType>> = {
  pdf: { mime: 'application/pdf', is: isPdf },
  txt: { mime: 'text/plain', is: isText },
  md: markdown,
  markdown,
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', is: isDocx },
  png: { mime: 'image/png', is: startsWith(0x89, 'PNG\r\n', 0x1a, '\n') },
  jpg: jpeg,
  jpeg,
  webp: { mime: 'image/webp', is: isWebp },
  gif: { mime: 'image/gif', is: isGif },
}

/** The type that a file's name claims and its content confirms. Throws `Rejection`. */
export function fileType(name: string, bytes: Buffer): { mime: string; extension: string } {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = Object.hasOwn(fileTypes, extension) ? fileTypes[extension] : undefined
  if (!type) throw new Rejection('file_type')
  if (!type.is(bytes)) throw new Rejection('file_content')
  return { mime: type.mime, extension }
}
