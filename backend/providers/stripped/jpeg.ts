import { collectParts } from './kept-parts.ts'
import { exifOf, type Orientation, orientationIn } from './orientation.ts'

const [startOfImage, endOfImage, startOfScan, comment] = [0xd8, 0xd9, 0xda, 0xfe]
const exif = 'Exif\0\0'
/** Application segments that are needed to decode the pixels: their markers, and the text with which they begin. Others hold metadata. */
const retained: Readonly<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

const begins = (segment: Buffer, text: string) => segment.toString('latin1', 4, 4 + text.length) === text
const isApplications = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Markers without a length: restarts, and an unused one. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Source: ITU-T T.81, annex B. */
export function jpeg(bytes: Buffer): Buffer {
  const parts = collectParts(bytes)
  /** Must be the first segment. */
  let jfif: Buffer | undefined
  let isFirst = true
  let orientation: Orientation = 1
  let at = 2
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) throw new Error(`There is no marker at ${at}`)
    const marker = bytes[at + 1]
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === undefined || marker === endOfImage) break
    if (isBare(marker)) {
      parts.keep(at, at + 2)
      isFirst = false
      at += 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) throw new Error(`A segment at ${at} is longer than the file`)
    const start = at
    const segment = bytes.subarray(start, end)
    at = end
    if (marker === 0xe1 && begins(segment, exif)) orientation = orientationIn(segment.subarray(4 + exif.length))
    if (marker === comment || (isApplications(marker) && !(retained[marker] && begins(segment, retained[marker]))))
      continue
    if (isFirst && marker === 0xe0) jfif = segment
    else parts.keep(start, end)
    isFirst = false
    if (marker !== startOfScan) continue
    const scan = endOfScan(bytes, at)
    parts.keep(at, scan)
    at = scan
  }
  const turned =
    orientation === 1 ? [] : [segmentOf(0xe1, Buffer.concat([Buffer.from(exif, 'latin1'), exifOf(orientation)]))]
  return Buffer.concat([
    Buffer.of(0xff, startOfImage),
    ...(jfif ? [jfif] : []),
    ...turned,
    ...parts.all(),
    Buffer.of(0xff, endOfImage),
  ])
}

/** Returns the end of coded data, in which 0xff is followed by 0, by another 0xff or by the number of a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? endOfImage
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

const segmentOf = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
