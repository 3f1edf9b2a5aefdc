import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const signatureLength = 8
const kept = new Set(['IHDR', 'IDAT', 'IEND'])

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG that says who drew it and nothing else: every ancillary chunk the encoder may add is left out. */
const signedPng = (png: Buffer, madeBy: string): Buffer => {
  const parts = [png.subarray(0, signatureLength)]
  for (let at = signatureLength; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    if (kept.has(type)) parts.push(png.subarray(at, end))
    if (type === 'IHDR') parts.push(chunk('tEXt', Buffer.from(`Software\0${madeBy}`, 'latin1')))
    at = end
  }
  return Buffer.concat(parts)
}

const opaque = (pixels: Buffer): boolean => {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return false
  return true
}

/** `pixels` are RGBA rows without gaps. Alpha is written only where something is to be seen through. */
export const encodePng = async (pixels: Buffer, width: number, height: number, madeBy: string): Promise<Buffer> => {
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } })
  const shown = opaque(pixels) ? picture.removeAlpha() : picture
  return signedPng(await shown.png({ compressionLevel: 6 }).toBuffer(), madeBy)
}
