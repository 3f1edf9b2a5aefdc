const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/** Returns the type by the first bytes, regardless of the file's name; undefined for anything but PNG and JPEG. */
export function pictureType(bytes: Buffer): 'image/png' | 'image/jpeg' | undefined {
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'image/png'
  if (bytes.subarray(0, jpegSignature.length).equals(jpegSignature)) return 'image/jpeg'
  return undefined
}

/**
 * True if a PNG declares frames (APNG): an `acTL` chunk, which must precede the first `IDAT`. Source: PNG
 * specification, third edition, 11.3.6.
 */
export function isAnimated(png: Buffer): boolean {
  let at = pngSignature.length
  while (at + 8 <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    // length, type, data, checksum
    at += 12 + png.readUInt32BE(at)
  }
  return false
}
