import type { Row } from './event.ts'
import { keyOfBytes } from './names.ts'

/** Time from the Unix epoch to PostgreSQL's epoch, in microseconds. */
const POSTGRES_EPOCH = 946_684_800_000_000

/** Encodes rows as parameters of the insert: as PostgreSQL's binary arrays, which cost both sides a fraction of text. */
export function columnsOf(rows: readonly Row[]): Buffer[] {
  return [
    fixed(rows, INT8, 8, (row, bytes, at) => bytes.writeBigInt64BE(row.position, at)),
    variable(rows, TEXT, (row) => keyOfBytes(row.stream)),
    fixed(rows, INT8, 8, (row, bytes, at) => bytes.writeBigInt64BE(row.revision, at)),
    fixed(rows, UUID, 16, (row, bytes, at) => row.id.copy(bytes, at)),
    variable(rows, TEXT, (row) => keyOfBytes(row.type)),
    fixed(rows, TIMESTAMPTZ, 8, (row, bytes, at) => bytes.writeBigInt64BE(BigInt(row.created - POSTGRES_EPOCH), at)),
    fixed(rows, BOOLEAN, 1, (row, bytes, at) => bytes.writeUInt8(Number(row.json), at)),
    variable(rows, BYTEA, (row) => row.data),
    variable(rows, BYTEA, (row) => row.metadata),
  ]
}

/** Microseconds since 1970 of a binary `timestamptz`. */
export const fromTimestamp = (value: bigint): number => Number(value) + POSTGRES_EPOCH

const [BOOLEAN, BYTEA, INT8, TEXT, TIMESTAMPTZ, UUID] = [16, 17, 20, 25, 1184, 2950] as const
const HEADER = 20

function header(bytes: Buffer, type: number, count: number) {
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(0, 4)
  bytes.writeInt32BE(type, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
}

function fixed(rows: readonly Row[], type: number, width: number, put: (row: Row, bytes: Buffer, at: number) => void) {
  const bytes = Buffer.allocUnsafe(HEADER + rows.length * (4 + width))
  header(bytes, type, rows.length)
  let at = HEADER
  for (const row of rows) {
    at = bytes.writeInt32BE(width, at)
    put(row, bytes, at)
    at += width
  }
  return bytes
}

function variable(rows: readonly Row[], type: number, value: (row: Row) => Buffer) {
  const values = rows.map(value)
  let size = HEADER
  for (const one of values) size += 4 + one.length
  const bytes = Buffer.allocUnsafe(size)
  header(bytes, type, rows.length)
  let at = HEADER
  for (const one of values) {
    at = bytes.writeInt32BE(one.length, at)
    at += one.copy(bytes, at)
  }
  return bytes
}
