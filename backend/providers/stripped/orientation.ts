/** The orientation in EXIF's encoding: 1 is upright, up to 8. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const tag = 0x0112

/**
 * Reads the orientation from EXIF data (TIFF format, from its byte order mark on); upright if there is none or it is
 * unreadable.
 */
export const orientationIn = (tiff: Buffer): Orientation => {
  if (tiff.length < 8) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const at16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const entries = at16(directory)
  for (let n = 0; n < entries; n++) {
    const entry = directory + 2 + n * 12
    if (entry + 12 > tiff.length) return 1
    if (at16(entry) !== tag) continue
    const value = at16(entry + 8)
    return value >= 1 && value <= 8 ? (value as Orientation) : 1
  }
  return 1
}

/** EXIF data that contains the orientation alone. */
export const exifOf = (orientation: Orientation): Buffer => {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(tag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
