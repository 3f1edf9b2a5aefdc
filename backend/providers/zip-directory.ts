const end = 0x06054b50
const entry = 0x02014b50
const local = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const longestComment = 0xffff

/** A file in an archive, as its directory declares it. `size` is the unpacked size; `method` 0 is stored, 8 deflated. */
export interface ZipEntry {
  name: string
  isEncrypted: boolean
  method: number
  crc: number
  packedSize: number
  size: number
  /** Offset of the entry in the archive: its local header, then the packed data. */
  at: number
}

/** Returns the directory of a ZIP archive; undefined if the bytes are no archive. Nothing is unpacked. Source: PKWARE's APPNOTE, 4.3. */
export function zipEntries(bytes: Buffer): ZipEntry[] | undefined {
  const at = directoryEnd(bytes)
  if (at === undefined) return undefined
  const count = bytes.readUInt16LE(at + 10)
  let place = bytes.readUInt32LE(at + 16)
  const entries: ZipEntry[] = []
  for (let n = 0; n < count; n++) {
    if (place + entryBytes > bytes.length || bytes.readUInt32LE(place) !== entry) return undefined
    const short = (field: number) => bytes.readUInt16LE(place + field)
    const long = (field: number) => bytes.readUInt32LE(place + field)
    const name = short(28)
    entries.push({
      name: bytes.toString('utf8', place + entryBytes, place + entryBytes + name),
      isEncrypted: (short(8) & 1) === 1,
      method: short(10),
      crc: long(16),
      packedSize: long(20),
      size: long(24),
      at: long(42),
    })
    place += entryBytes + name + short(30) + short(32)
  }
  return entries
}

export const zipNames = (bytes: Buffer): string[] | undefined => zipEntries(bytes)?.map(({ name }) => name)

/** The packed data of an entry. Throws if the archive is truncated. */
export const packedIn = (bytes: Buffer, { name, at, packedSize }: ZipEntry): Buffer => {
  if (at + localBytes > bytes.length || bytes.readUInt32LE(at) !== local)
    throw new Error(`${name} is not where it is said to be`)
  const from = at + localBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (from + packedSize > bytes.length) throw new Error(`${name} is longer than the archive`)
  return bytes.subarray(from, from + packedSize)
}

const directoryEnd = (bytes: Buffer): number | undefined => {
  const last = bytes.length - endBytes
  for (let at = last; at >= Math.max(0, last - longestComment); at--) if (bytes.readUInt32LE(at) === end) return at
  return undefined
}
