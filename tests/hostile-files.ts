import { crc32, deflateRawSync } from 'node:zlib'
import { type PackedEntry, zipOf } from '../backend/platform/zip.ts'

/** Files that are made to exhaust the program that reads them. */
const megabyte = 2 ** 20

export const deflated = (name: string, bytes: Buffer): PackedEntry => ({
  name,
  method: 8,
  crc: crc32(bytes),
  size: bytes.length,
  bytes: deflateRawSync(bytes),
})

/** A Word document with these entries beside the two that every one has. */
export const wordDocument = (...entries: PackedEntry[]) =>
  zipOf([
    deflated('[Content_Types].xml', Buffer.from('<Types/>')),
    deflated('word/document.xml', Buffer.from('The bells rang.')),
    ...entries,
  ])

/** A picture that begins and ends as a JPEG does, with a part repeated in between. */
export const jpegOf = (part: Buffer, length: number) =>
  Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(length - (length % part.length), part), Buffer.of(0xff, 0xd9)])

/** Markers without a length, each of which was a Buffer of its own. */
export const bareMarkers = Buffer.of(0xff, 0x01)
/** Parts that are kept and parts that are dropped, in turns. */
export const alternatingParts = Buffer.of(0xff, 0x01, 0xff, 0xfe, 0x00, 0x02)

/** A kilobyte for each megabyte that its picture unpacks to, which is bare markers. */
export const markerBomb = (megabytes: number) =>
  wordDocument(deflated('word/media/a.jpg', jpegOf(bareMarkers, megabytes * megabyte)))

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const pngChunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG whose header claims so many pixels. */
export const pngOfSize = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = pngChunk('IDAT', Buffer.from('789c030000000001', 'hex'))
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), pixels, pngChunk('IEND', Buffer.alloc(0))])
}

/** Files of many short parts that are kept and dropped in turns, by the format's name. */
export const partFloods: Readonly<Record<string, Buffer>> = {
  png: Buffer.concat([
    pngSignature,
    Buffer.alloc(24 * 100_000, Buffer.concat([pngChunk('IDAT', Buffer.alloc(0)), pngChunk('tEXt', Buffer.alloc(0))])),
  ]),
  webp: Buffer.concat([
    Buffer.from('RIFF\xff\xff\xff\x00WEBP', 'latin1'),
    Buffer.alloc(16 * 100_000, 'ICCP\0\0\0\0XMP \0\0\0\0', 'latin1'),
  ]),
  gif: Buffer.concat([
    Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1'),
    Buffer.alloc(6 * 100_000, Buffer.of(0x21, 0xf9, 0, 0x21, 0xfe, 0)),
  ]),
  jpg: jpegOf(alternatingParts, 6 * megabyte),
}
