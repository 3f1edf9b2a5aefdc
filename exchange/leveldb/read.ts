import { Rejection } from '#domain/decider.ts'
import type { ArchiveFile } from '../archive.ts'
import { checksum, cursor, type DatabaseBudget, damaged, sequenceAt, spend, unpackSnappy } from './bytes.ts'

/**
 * Reads LevelDB from the bytes of its files: https://github.com/google/leveldb/tree/main/doc. LevelDB's own library needs a folder to write
 * to, and is native code, which must not read untrusted files.
 */

const blockBytes = 32_768
const headerBytes = 7
const [full, first, middle, last] = [1, 2, 3, 4]

/**
 * Yields the records of a log. A record that was being written when the file was copied is ignored, as LevelDB does; with `isWhole`, it is
 * an error.
 */
function* recordsOf(log: Buffer, isWhole: boolean): Generator<Buffer> {
  let parts: Buffer[] = []
  let isEnded = false
  for (let at = 0; at < log.length; ) {
    const room = blockBytes - (at % blockBytes)
    const isHeader = room >= headerBytes && at + headerBytes <= log.length
    const [length, type] = isHeader ? [log.readUInt16LE(at + 4), log[at + 6] ?? 0] : [0, 0]
    // This is the end of a block into which no header fits, reserved space, or a header that is cut off.
    if (length === 0 && type === 0) {
      // Reserved space is zero to the end of the file: records after it would be lost silently.
      if (isHeader && log.subarray(at).some((byte) => byte !== 0)) throw damaged('a record is empty')
      if (isHeader) break
      at += room
      continue
    }
    const end = at + headerBytes + length
    if (end > at + room) throw damaged('a record is longer than its block')
    if (end > log.length) break
    if (checksum(log.subarray(at + 6, end)) !== log.readUInt32LE(at))
      throw damaged('a record is not what its checksum states')
    if (type === full || type === first) parts = []
    else if (parts.length === 0) throw damaged('a record has no beginning')
    parts.push(log.subarray(at + headerBytes, end))
    if (type === full || type === last) {
      yield Buffer.concat(parts)
      parts = []
    } else if (type !== first && type !== middle) throw damaged('a record is of an unknown type')
    at = end
    isEnded = at >= log.length && parts.length === 0
  }
  if (isWhole && !isEnded) throw damaged('the list of its files is cut off')
}

interface Version {
  /** Logs with this number or a higher one, and `previousLog`, contain rows that are in no table yet. */
  log: number
  previousLog: number
  /** Sizes of tables by their number. */
  tables: Map<number, number>
}

/** Folds the changes that a manifest lists. */
const versionOf = (manifest: Buffer): Version => {
  const version: Version = { log: 0, previousLog: 0, tables: new Map() }
  for (const record of recordsOf(manifest, true)) {
    const from = cursor(record)
    const fields: Readonly<Record<number, () => unknown>> = {
      1() {
        if (String(from.piece()) !== 'leveldb.BytewiseComparator') throw damaged('its order is unknown')
      },
      2: () => (version.log = from.varint()),
      3: from.varint,
      4: from.varint,
      5: () => [from.varint(), from.piece()],
      6: () => [from.varint(), version.tables.delete(from.varint())],
      7: () => [from.varint(), version.tables.set(from.varint(), from.varint()), from.piece(), from.piece()],
      9: () => (version.previousLog = from.varint()),
    }
    while (!from.isAtEnd()) {
      const read = fields[from.varint()]
      if (!read) throw damaged('the list of its files holds something unknown')
      read()
    }
  }
  return version
}

const footerBytes = 48
const trailerBytes = 5
const tableEnd = Buffer.from('57fb808b247547db', 'hex')
/** Limit of a key in bytes. Keys share their beginnings, so a few bytes could unpack to many long keys. */
const longestKey = 1_024

const blockOf = (table: Buffer, handle: ReturnType<typeof cursor>, budget: DatabaseBudget): Buffer => {
  const [at, length] = [handle.varint(), handle.varint()]
  if (at + length + trailerBytes > table.length) throw damaged('a block is missing')
  if (checksum(table.subarray(at, at + length + 1)) !== table.readUInt32LE(at + length + 1))
    throw damaged('a block is not what its checksum states')
  const packing = table[at + length]
  if (packing === 1) return unpackSnappy(table.subarray(at, at + length), budget)
  // An index may refer to one block many times, so that each read counts.
  spend(budget, length)
  if (packing !== 0) throw damaged('a block is packed in an unknown way')
  return table.subarray(at, at + length)
}

/** Yields the entries of a block, without the table of offsets at its end, which is for searches. */
function* entriesOf(block: Buffer): Generator<[key: Buffer, value: Buffer]> {
  if (block.length < 4) throw damaged('a block is too short')
  const end = block.length - 4 * (block.readUInt32LE(block.length - 4) + 1)
  if (end < 0) throw damaged('a block is too short')
  const from = cursor(block.subarray(0, end))
  let key = Buffer.alloc(0)
  while (!from.isAtEnd()) {
    const [shared, own, length] = [from.varint(), from.varint(), from.varint()]
    if (shared > key.length || shared + own > longestKey) throw damaged('a key is none')
    key = Buffer.concat([key.subarray(0, shared), from.take(own)])
    yield [key, from.take(length)]
  }
}

type Put = (key: Buffer, sequence: number, value: Buffer | undefined) => void
const putTyped = (put: Put, type: number, key: Buffer, sequence: number, value: () => Buffer) => {
  if (type > 1) throw damaged('a row is of an unknown type')
  put(key, sequence, type === 1 ? value() : undefined)
}

const readTable = (table: Buffer, budget: DatabaseBudget, put: Put) => {
  const footer = table.subarray(-footerBytes)
  if (!footer.subarray(-8).equals(tableEnd)) throw damaged('a table has no end')
  const from = cursor(footer)
  // Skips the first handle, which leads to filters.
  from.varint()
  from.varint()
  for (const [, handle] of entriesOf(blockOf(table, from, budget)))
    for (const [key, value] of entriesOf(blockOf(table, cursor(handle), budget))) {
      const end = key.length - 8
      if (end < 0) throw damaged('a key is none')
      putTyped(put, key[end] ?? 0, key.subarray(0, end), sequenceAt(key, end + 1), () => value)
    }
}

const readLog = (log: Buffer, put: Put) => {
  for (const record of recordsOf(log, false)) {
    const from = cursor(record)
    const sequence = sequenceAt(from.take(8), 0)
    const count = from.fixed(4)
    for (let n = 0; n < count; n++) putTyped(put, from.fixed(1), from.piece(), sequence + n, from.piece)
  }
}

/** Bytes of memory that a row takes in addition to its contents. */
const rowBytes = 200

/**
 * Returns the present rows of a database whose keys are `wanted`. `files` are the database's files by their names. Throws
 * `DatabaseDamaged`, and `archive_too_large` if `budget` is exceeded.
 */
export const readDatabase = async (
  files: ReadonlyMap<string, ArchiveFile>,
  { wanted, budget }: { wanted: (key: string) => boolean; budget: DatabaseBudget },
): Promise<Map<string, Buffer>> => {
  const load = (file: ArchiveFile | undefined, name: string): Promise<Buffer> => {
    if (!file) throw damaged(`${name} is missing`)
    return file.read().catch((error: unknown) => {
      throw error instanceof Rejection ? error : damaged(`${name} cannot be unpacked`)
    })
  }
  const found = new Map<string, { sequence: number; value: Buffer | undefined }>()
  const put: Put = (bytes, sequence, value) => {
    const key = String(bytes)
    if (!wanted(key)) return
    const before = found.get(key)
    if (before && before.sequence > sequence) return
    spend(budget, rowBytes)
    found.set(key, { sequence, value })
  }
  const manifest = String(await load(files.get('CURRENT'), 'CURRENT')).trim()
  const { log, previousLog, tables } = versionOf(await load(files.get(manifest), 'its list of files'))
  const numbered = [...files].map(([name, file]) => ({ name, file, number: Number.parseInt(name, 10) }))
  for (const [number, size] of tables) {
    const table = numbered.find((each) => each.number === number && /\.(?:ldb|sst)$/.test(each.name))
    const bytes = await load(table?.file, `table ${number}`)
    if (bytes.length !== size) throw damaged(`table ${number} is cut off`)
    readTable(bytes, budget, put)
  }
  const logs = numbered.filter(({ name, number }) => name.endsWith('.log') && (number >= log || number === previousLog))
  // LevelDB creates a log before the manifest refers to it. Without the latest rows, pages that were hidden since would be visible.
  if (!logs.some(({ number }) => number === log)) throw damaged('its latest rows are missing')
  for (const { name, file } of logs) readLog(await load(file, name), put)
  return new Map([...found].flatMap(([key, { value }]) => (value ? [[key, value] as const] : [])))
}
