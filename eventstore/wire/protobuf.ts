/** Protocol buffers by hand: the few primitives that EventStoreDB's messages need, over Buffers without copying. */

/** A position in a message that is read. */
export interface Cursor {
  bytes: Buffer
  at: number
}

/** Thrown for input that is not a valid message: a fault of its sender. */
export class MalformedMessage extends Error {}

/** Visits each field of a message. `visit` reads the value with one of the readers below; unread values are skipped. */
export function eachField(bytes: Buffer, visit: (field: number, cursor: Cursor) => void) {
  const cursor = { bytes, at: 0 }
  while (cursor.at < bytes.length) {
    const tag = readNumber(cursor)
    const start = cursor.at
    visit(Math.floor(tag / 8), cursor)
    if (cursor.at === start) skip(cursor, tag % 8)
  }
}

/** A varint as a number: exact up to 2^53, which is enough for tags, lengths, flags and counts. */
export function readNumber(cursor: Cursor): number {
  let value = 0
  let scale = 1
  for (let i = 0; i < 10; i++) {
    const byte = cursor.bytes[cursor.at++]
    if (byte === undefined) throw new MalformedMessage('truncated varint')
    value += (byte & 127) * scale
    if (byte < 128) return value
    scale *= 128
  }
  throw new MalformedMessage('varint too long')
}

/** A varint as an unsigned 64-bit integer. */
export function readUint64(cursor: Cursor): bigint {
  const start = cursor.at
  const value = readNumber(cursor)
  if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value)
  let exact = 0n
  for (let i = start; i < cursor.at; i++) exact |= BigInt((cursor.bytes[i] as number) & 127) << BigInt(7 * (i - start))
  return BigInt.asUintN(64, exact)
}

/** A length-delimited value: a view, not a copy. */
export function readBytes(cursor: Cursor): Buffer {
  const length = readNumber(cursor)
  const end = cursor.at + length
  if (end > cursor.bytes.length) throw new MalformedMessage('truncated field')
  const value = cursor.bytes.subarray(cursor.at, end)
  cursor.at = end
  return value
}

export const readText = (cursor: Cursor): string => readBytes(cursor).toString('utf8')

function skip(cursor: Cursor, wireType: number) {
  if (wireType === 0) readNumber(cursor)
  else if (wireType === 1) cursor.at += 8
  else if (wireType === 2) readBytes(cursor)
  else if (wireType === 5) cursor.at += 4
  else throw new MalformedMessage(`wire type ${wireType}`)
  if (cursor.at > cursor.bytes.length) throw new MalformedMessage('truncated field')
}

/** A growing buffer for encoded bytes; `at` is the write position. */
export interface Sink {
  bytes: Buffer
  at: number
}

export const newSink = (capacity = 1024): Sink => ({ bytes: Buffer.allocUnsafe(capacity), at: 0 })

/** The written bytes; the sink must not be written to afterwards. */
export const bytesOf = (sink: Sink): Buffer => sink.bytes.subarray(0, sink.at)

export function reserve(sink: Sink, size: number) {
  if (sink.at + size <= sink.bytes.length) return
  const grown = Buffer.allocUnsafe(Math.max(sink.bytes.length * 2, sink.at + size))
  sink.bytes.copy(grown, 0, 0, sink.at)
  sink.bytes = grown
}

/** Bytes that a non-negative number takes as a varint. */
export function varintSize(value: number | bigint): number {
  let rest = typeof value === 'bigint' && value > MAX_SAFE ? value : Number(value)
  let size = 1
  if (typeof rest === 'bigint') for (; rest >= 128n; rest >>= 7n) size++
  else for (; rest >= 128; rest /= 128) size++
  return size
}

/** Writes a varint into room already reserved. */
export function writeVarint(sink: Sink, value: number | bigint) {
  if (typeof value === 'bigint') {
    while (value > MAX_SAFE) {
      sink.bytes[sink.at++] = Number(value & 127n) | 128
      value >>= 7n
    }
    value = Number(value)
  }
  for (; value > 0x7fffffff; value = Math.floor(value / 128)) sink.bytes[sink.at++] = (value % 128) | 128
  for (; value >= 128; value >>>= 7) sink.bytes[sink.at++] = (value & 127) | 128
  sink.bytes[sink.at++] = value
}

/** Writes bytes into room already reserved. */
export function writeBytes(sink: Sink, bytes: Buffer) {
  bytes.copy(sink.bytes, sink.at)
  sink.at += bytes.length
}

/** The size of a length-delimited field with a one-byte tag. */
export const fieldSize = (length: number): number => 1 + varintSize(length) + length

/** Writes tag and length of a length-delimited field into room already reserved. */
export function writeHeader(sink: Sink, field: number, length: number) {
  sink.bytes[sink.at++] = field * 8 + 2
  writeVarint(sink, length)
}

/** Encodes one field in a buffer of its own, for rare messages, whose sizes need not be computed in advance. */
export function field(number: number, value: Buffer | string | number | bigint | boolean): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  const sink = newSink(16 + (Buffer.isBuffer(bytes) ? bytes.length : 0))
  if (Buffer.isBuffer(bytes)) {
    writeHeader(sink, number, bytes.length)
    writeBytes(sink, bytes)
  } else {
    writeVarint(sink, number * 8)
    writeVarint(sink, typeof bytes === 'boolean' ? Number(bytes) : bytes)
  }
  return bytesOf(sink)
}

export const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields)

/** A message without fields, such as `Empty`. */
export const EMPTY: Buffer = Buffer.alloc(0)

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
