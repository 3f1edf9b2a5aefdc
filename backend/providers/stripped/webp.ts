import { collectParts } from './kept-parts.ts'
import { exifOf, type Orientation, orientationIn } from './orientation.ts'

/** Chunks that are needed to show a picture or the frames of an animation. */
const retained = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const head = 12
/** Flags in the first byte of `VP8X`: the file contains EXIF, or XMP. */
const [hasExif, hasXmp] = [0x08, 0x04]

/** Source: RFC 9649, section 2. */
export function webp(bytes: Buffer): Buffer {
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  const parts = collectParts(bytes)
  let extended: Buffer | undefined
  let orientation: Orientation = 1
  for (let at = head; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length < length) throw new Error(`A chunk at ${at} is longer than the file`)
    const next = at + 8 + length + (length % 2)
    if (type === 'VP8X' && !extended) {
      extended = chunkOf(type, data)
      parts.insert(extended)
    } else if (retained.has(type)) {
      parts.keep(at, Math.min(next, bytes.length))
      // The last chunk of a file may lack the byte that makes its length even.
      if (next > bytes.length) parts.insert(Buffer.alloc(1))
    }
    if (type === 'EXIF') orientation = orientationIn(withoutMark(data))
    at = next
  }
  const isTurned = orientation !== 1 && extended !== undefined
  if (extended) extended[8] = ((extended[8] ?? 0) & ~(hasExif | hasXmp)) | (isTurned ? hasExif : 0)
  if (isTurned) parts.insert(chunkOf('EXIF', exifOf(orientation)))
  const body = Buffer.concat(parts.all())
  const size = Buffer.alloc(4)
  size.writeUInt32LE(4 + body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), body])
}

/** Removes the prefix that some programs write before EXIF data, as in a JPEG. */
const withoutMark = (data: Buffer) => (data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data)

/** Returns a chunk with a copy of the data, so that callers may change its bytes. */
const chunkOf = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
}
