import { frame } from '../wire/framing.ts'
import {
  EMPTY,
  field,
  fieldSize,
  message,
  reserve,
  type Sink,
  varintSize,
  writeBytes,
  writeHeader,
  writeVarint,
} from '../wire/protobuf.ts'
import type { Row } from './event.ts'

/** Writes a framed `ReadResp` with an event. Computes sizes first and writes once, since catching up spends its time here. */
export function writeEvent(sink: Sink, row: Row) {
  const created = `${row.created}0`
  const record = recordSize(row, created)
  const event = fieldSize(record) + 1 + varintSize(row.position)
  putFrame(sink, event)
  putRecord(sink, 1, record, row, created)
  sink.bytes[sink.at++] = 0x18
  writeVarint(sink, row.position)
}

/** Writes a framed `ReadResp` with a link event and its target; `target` is undefined if it is deleted. */
export function writeResolved(sink: Sink, link: Row, target: Row | undefined) {
  const created = [`${target?.created}0`, `${link.created}0`] as const
  const targetRecord = target ? recordSize(target, created[0]) : 0
  const linkRecord = recordSize(link, created[1])
  const event = (target ? fieldSize(targetRecord) : 0) + fieldSize(linkRecord) + 1 + varintSize(link.position)
  putFrame(sink, event)
  if (target) putRecord(sink, 1, targetRecord, target, created[0])
  putRecord(sink, 2, linkRecord, link, created[1])
  sink.bytes[sink.at++] = 0x18
  writeVarint(sink, link.position)
}

/** Reserves space for a framed `ReadResp` with a `ReadEvent` of `event` bytes, and writes the headers. */
function putFrame(sink: Sink, event: number) {
  const size = fieldSize(event)
  reserve(sink, size + 5)
  sink.bytes[sink.at++] = 0
  sink.at = sink.bytes.writeUInt32BE(size, sink.at)
  writeHeader(sink, 1, event)
}

const typeEntrySize = ({ type }: Row) => TYPE_KEY.length + fieldSize(type.length)

/** Size of a `RecordedEvent` in bytes; `created` is the text that it contains. */
function recordSize(row: Row, created: string): number {
  const contentType = row.json ? JSON_TYPE : BINARY_TYPE
  return (
    ID_SIZE +
    fieldSize(fieldSize(row.stream.length)) +
    1 +
    varintSize(row.revision) +
    2 * (1 + varintSize(row.position)) +
    fieldSize(typeEntrySize(row)) +
    contentType.length +
    fieldSize(CREATED_KEY.length + fieldSize(created.length)) +
    fieldSize(row.metadata.length) +
    fieldSize(row.data.length)
  )
}

function putRecord(sink: Sink, field: number, size: number, row: Row, created: string) {
  writeHeader(sink, field, size)
  putId(sink, row.id)
  writeHeader(sink, 2, fieldSize(row.stream.length))
  writeHeader(sink, 3, row.stream.length)
  writeBytes(sink, row.stream)
  sink.bytes[sink.at++] = 0x18
  writeVarint(sink, row.revision)
  sink.bytes[sink.at++] = 0x20
  writeVarint(sink, row.position)
  sink.bytes[sink.at++] = 0x28
  writeVarint(sink, row.position)
  writeHeader(sink, 6, typeEntrySize(row))
  writeBytes(sink, TYPE_KEY)
  writeHeader(sink, 2, row.type.length)
  writeBytes(sink, row.type)
  writeBytes(sink, row.json ? JSON_TYPE : BINARY_TYPE)
  writeHeader(sink, 6, CREATED_KEY.length + fieldSize(created.length))
  writeBytes(sink, CREATED_KEY)
  writeHeader(sink, 2, created.length)
  sink.at += sink.bytes.write(created, sink.at, 'latin1')
  writeHeader(sink, 7, row.metadata.length)
  writeBytes(sink, row.metadata)
  writeHeader(sink, 8, row.data.length)
  writeBytes(sink, row.data)
}

/** A `UUID` message in text form, as the client requests. */
function putId(sink: Sink, id: Buffer) {
  writeHeader(sink, 1, 38)
  writeHeader(sink, 2, 36)
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) sink.bytes[sink.at++] = 45
    const byte = id[i] as number
    sink.bytes[sink.at++] = HEX[byte >> 4] as number
    sink.bytes[sink.at++] = HEX[byte & 15] as number
  }
}

export const confirmation = (id: string): Buffer => frame(field(2, field(1, id)))
export const checkpoint = (position: bigint): Buffer => frame(field(3, positionFields(position)))
export const streamNotFound = (identifier: Buffer): Buffer => frame(field(4, field(1, identifier)))
export const CAUGHT_UP: Buffer = frame(field(8, EMPTY))
export const FELL_BEHIND: Buffer = frame(field(9, EMPTY))

/** Encodes a position as the fields that all messages with a position share. */
export const positionFields = (position: bigint): Buffer => message(field(1, position), field(2, position))

const mapKey = (key: string) => field(1, key)
const TYPE_KEY = mapKey('type')
const CREATED_KEY = mapKey('created')
const JSON_TYPE = field(6, message(mapKey('content-type'), field(2, 'application/json')))
const BINARY_TYPE = field(6, message(mapKey('content-type'), field(2, 'application/octet-stream')))
const ID_SIZE = fieldSize(38)
const HEX = Buffer.from('0123456789abcdef')
