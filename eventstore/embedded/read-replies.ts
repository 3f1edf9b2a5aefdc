import { frame } from '../wire/framing.ts'
import {
  EMPTY,
  field,
  fieldSize,
  message,
  putBytes,
  putHeader,
  putVarint,
  reserve,
  type Sink,
  varintSize,
} from '../wire/protobuf.ts'
import type { Row } from './event.ts'

/** Writes a `ReadResp` with an event, framed. Measured first and written once: this is what catching up spends its time on. */
export function putEvent(sink: Sink, row: Row) {
  const created = `${row.created}0`
  const contentType = row.json ? JSON_TYPE : BINARY_TYPE
  const identifier = fieldSize(row.stream.length)
  const position = varintSize(row.position)
  const typeEntry = TYPE_KEY.length + fieldSize(row.type.length)
  const createdEntry = CREATED_KEY.length + fieldSize(created.length)
  const record =
    ID_SIZE +
    fieldSize(identifier) +
    1 +
    varintSize(row.revision) +
    2 * (1 + position) +
    fieldSize(typeEntry) +
    contentType.length +
    fieldSize(createdEntry) +
    fieldSize(row.metadata.length) +
    fieldSize(row.data.length)
  const event = fieldSize(record) + 1 + position
  const size = fieldSize(event)
  reserve(sink, size + 5)
  sink.bytes[sink.at++] = 0
  sink.at = sink.bytes.writeUInt32BE(size, sink.at)
  putHeader(sink, 1, event)
  putHeader(sink, 1, record)
  putId(sink, row.id)
  putHeader(sink, 2, identifier)
  putHeader(sink, 3, row.stream.length)
  putBytes(sink, row.stream)
  sink.bytes[sink.at++] = 0x18
  putVarint(sink, row.revision)
  sink.bytes[sink.at++] = 0x20
  putVarint(sink, row.position)
  sink.bytes[sink.at++] = 0x28
  putVarint(sink, row.position)
  putHeader(sink, 6, typeEntry)
  putBytes(sink, TYPE_KEY)
  putHeader(sink, 2, row.type.length)
  putBytes(sink, row.type)
  putBytes(sink, contentType)
  putHeader(sink, 6, createdEntry)
  putBytes(sink, CREATED_KEY)
  putHeader(sink, 2, created.length)
  sink.at += sink.bytes.write(created, sink.at, 'latin1')
  putHeader(sink, 7, row.metadata.length)
  putBytes(sink, row.metadata)
  putHeader(sink, 8, row.data.length)
  putBytes(sink, row.data)
  sink.bytes[sink.at++] = 0x18
  putVarint(sink, row.position)
}

/** A `UUID` message in its text form, as the client asks for. */
function putId(sink: Sink, id: Buffer) {
  putHeader(sink, 1, 38)
  putHeader(sink, 2, 36)
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

/** A position, as the fields of the several messages that carry one. */
export const positionFields = (position: bigint): Buffer => message(field(1, position), field(2, position))

const mapKey = (key: string) => field(1, key)
const TYPE_KEY = mapKey('type')
const CREATED_KEY = mapKey('created')
const JSON_TYPE = field(6, message(mapKey('content-type'), field(2, 'application/json')))
const BINARY_TYPE = field(6, message(mapKey('content-type'), field(2, 'application/octet-stream')))
const ID_SIZE = fieldSize(38)
const HEX = Buffer.from('0123456789abcdef')
