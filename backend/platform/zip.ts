import { crc32 } from 'node:zlib'

interface Entry {
  /** Path with slashes. */
  name: string
  bytes: Uint8Array
}

/** An entry with its bytes as in the archive: `method` 0 is stored, 8 deflated; `crc` and `size` describe the unpacked bytes. */
export interface PackedEntry extends Entry {
  method: number
  crc: number
  size: number
}

/** The flag for names in UTF-8. */
const flags = 0x0800
/** 1 January 1980, the earliest date of the format. A constant, so that the same entries give the same bytes. */
const firstDay = 0x0021

const fields = (...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Creates a ZIP from entries that are already packed. */
export const zipOf = (entries: readonly PackedEntry[]): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, method, crc, size } of entries) {
    const called = Buffer.from(name)
    const about = [
      ...([
        [2, 20],
        [2, flags],
        [2, method],
        [2, 0],
        [2, firstDay],
      ] as const),
      ...([
        [4, crc],
        [4, bytes.length],
        [4, size],
        [2, called.length],
        [2, 0],
      ] as const),
    ] as const
    const file = Buffer.concat([fields([4, 0x04034b50], ...about), called, bytes])
    const place = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const
    directory.push(fields([4, 0x02014b50], [2, 20], ...about, ...place), called)
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const [count, size] = [entries.length, listed.length]
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0])
  return Buffer.concat([...files, listed, end])
}

/** Creates a ZIP of uncompressed entries, since pictures are compressed already. */
export const zipped = (entries: readonly Entry[]): Buffer => zipOf(entries.map(stored))

export const stored = ({ name, bytes }: Entry): PackedEntry => ({
  name,
  bytes,
  method: 0,
  crc: crc32(bytes),
  size: bytes.length,
})
