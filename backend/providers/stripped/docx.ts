import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib'
import { type PackedEntry, stored, zipOf } from '../../platform/zip.ts'
import { packedIn, type ZipEntry, zipEntries } from '../zip-directory.ts'

/** Documents have some dozens of entries, and pictures that are compressed already. Archives far beyond that are made to exhaust memory. */
const mostEntries = 10_000
const mostUnpacked = 64 * 1024 * 1024
const signatureBytes = 12

/** Types of pictures by their first bytes, regardless of the file's name. */
const pictures: readonly [mime: string, begins: RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
]
const pictureIn = (start: Buffer) => pictures.find(([, begins]) => begins.test(start.toString('latin1')))?.[0]

/**
 * Applies `strip` to the pictures of a Word document; returns the given bytes if none changed. Throws if the archive cannot be parsed.
 * Source: ECMA-376, part 2.
 */
export async function docx(bytes: Buffer, strip: (mime: string, picture: Buffer) => Promise<Buffer>): Promise<Buffer> {
  const entries = zipEntries(bytes)
  if (!entries || entries.length > mostEntries) throw new Error('This is no archive that can be taken apart')
  const after: PackedEntry[] = []
  if (total(entries) > bytes.length) throw new Error('Its entries lie over each other')
  let [unpacked, isChanged] = [0, false]
  for (const entry of entries) {
    const packed = packedIn(bytes, entry)
    const mime = pictureIn(startOf(entry, packed))
    const before: PackedEntry = { ...entry, bytes: packed }
    if (!mime) {
      after.push(before)
      continue
    }
    unpacked += entry.size
    if (unpacked > mostUnpacked) throw new Error('Its pictures are larger than can be')
    const picture = await unpackedOf(entry, packed)
    const without = await strip(mime, picture)
    const isSame = without.equals(picture)
    isChanged ||= !isSame
    after.push(isSame ? before : await packedAgain(entry, without))
  }
  return isChanged ? zipOf(after) : bytes
}

const startOf = ({ isEncrypted, method }: ZipEntry, packed: Buffer): Buffer => {
  if (isEncrypted || (method !== 0 && method !== 8)) throw new Error('It is packed in a way that Word does not know')
  const start = packed.subarray(0, 256)
  return (method === 0 ? start : inflateRawSync(start, { finishFlush: constants.Z_SYNC_FLUSH })).subarray(
    0,
    signatureBytes,
  )
}

const total = (entries: readonly ZipEntry[]) => entries.reduce((sum, { packedSize }) => sum + packedSize, 0)

const unpack = promisify(inflateRaw)
const unpackedOf = async ({ method, size }: ZipEntry, packed: Buffer): Promise<Buffer> =>
  method === 0 ? packed : unpack(packed, { maxOutputLength: Math.max(size, 1) })

const pack = promisify<Buffer, Buffer>(deflateRaw)
/** Stores a picture uncompressed, since its format is compressed already, unless it would take more space than before. */
const packedAgain = async ({ name, packedSize }: ZipEntry, bytes: Buffer): Promise<PackedEntry> =>
  bytes.length <= packedSize
    ? stored({ name, bytes })
    : { name, method: 8, crc: crc32(bytes), size: bytes.length, bytes: await pack(bytes) }
