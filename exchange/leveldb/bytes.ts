import { Rejection } from '#domain/decider.ts'
import { importLimits } from '../plan.ts'

/** A database whose files do not belong together, are cut off, or do not match their checksums. */
export class DatabaseDamaged extends Error {}

/** Returns the budget of bytes to which all databases of an archive may unpack. */
export const databaseBudget = () => ({ bytes: importLimits.unpackedBytes as number })
export type DatabaseBudget = ReturnType<typeof databaseBudget>

/** Subtracts bytes from the budget. Throws `archive_too_large` if it is exhausted. */
export const spend = (budget: DatabaseBudget, bytes: number) => {
  budget.bytes -= bytes
  if (budget.bytes < 0)
    throw new Rejection('archive_too_large', { megabytes: Math.floor(importLimits.unpackedBytes / 2 ** 20) })
}

export const damaged = (reason: string) => new DatabaseDamaged(reason)

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  return crc
})
/** CRC-32C, masked as LevelDB stores it. */
export const checksum = (bytes: Buffer): number => {
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at++) crc = (crcTable[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  crc = ~crc
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0
}

/** Sequence numbers have seven bytes. */
export const sequenceAt = (bytes: Buffer, at: number) => bytes.readUIntLE(at, 6) + (bytes[at + 6] ?? 0) * 2 ** 48

export const cursor = (bytes: Buffer) => {
  let at = 0
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw damaged('a value is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  const varint = () => {
    let value = 0
    for (let unit = 1; unit < 2 ** 53; unit *= 128) {
      const byte = take(1)[0] ?? 0
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
    throw damaged('a number is too long')
  }
  return {
    isAtEnd: () => at >= bytes.length,
    take,
    varint,
    fixed: (length: number) => take(length).readUIntLE(0, length),
    /** Reads bytes that follow their length. */
    piece: () => take(varint()),
  }
}

/** Largest ratio of unpacked to packed bytes: three bytes of Snappy unpack to at most 64 bytes. */
const mostUnpacked = 22
export const unpackSnappy = (bytes: Buffer, budget: DatabaseBudget): Buffer => {
  const from = cursor(bytes)
  const length = from.varint()
  if (length > bytes.length * mostUnpacked) throw damaged('a block is longer than its contents')
  spend(budget, length)
  const unpacked = Buffer.alloc(length)
  let at = 0
  const copy = (count: number, distance: number) => {
    if (distance === 0 || distance > at || count > length - at) throw damaged('a copy leads out of its block')
    for (const end = at + count; at < end; at++) unpacked[at] = unpacked[at - distance] ?? 0
  }
  while (!from.isAtEnd()) {
    const tag = from.fixed(1)
    const count = (tag >>> 2) + 1
    if ((tag & 3) === 1) copy(((tag >>> 2) & 7) + 4, ((tag >>> 5) << 8) | from.fixed(1))
    else if ((tag & 3) === 2) copy(count, from.fixed(2))
    else if ((tag & 3) === 3) copy(count, from.fixed(4))
    else {
      const literal = from.take(count > 60 ? from.fixed(count - 60) + 1 : count)
      if (literal.length > length - at) throw damaged('a text leads out of its block')
      at += literal.copy(unpacked, at)
    }
  }
  if (at !== length) throw damaged('a block is shorter than it should be')
  return unpacked
}
