import { crc32 } from 'node:zlib'
import { collectParts } from './kept-parts.ts'
import { exifOf, orientationIn } from './orientation.ts'

/** Chunks that are needed to show a picture or the frames of an animation. */
const retained = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)
const signature = 8

/** Source: PNG specification, third edition, 5.3 and 11. */
export function png(bytes: Buffer): Buffer {
  const parts = collectParts(bytes)
  parts.keep(0, signature)
  for (let at = signature; ; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length) throw new Error(`A chunk at ${at} is longer than the file`)
    if (retained.has(type)) parts.keep(at, end)
    if (type === 'eXIf') {
      const orientation = orientationIn(bytes.subarray(at + 8, at + 8 + length))
      if (orientation !== 1) parts.insert(chunkOf('eXIf', exifOf(orientation)))
    }
    if (type === 'IEND') return Buffer.concat(parts.all())
    at = end
  }
}

const chunkOf = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
