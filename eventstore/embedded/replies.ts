import type { Expected, Row } from './event.ts'
import {
  EMPTY,
  field,
  fieldSize,
  message,
  newSink,
  putBytes,
  putHeader,
  putVarint,
  reserve,
  type Sink,
  varintSize,
  written,
} from './protobuf.ts'

/** gRPC puts a flag and a length before each message. */
export function frame(body: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(body.length + 5)
  framed[0] = 0
  framed.writeUInt32BE(body.length, 1)
  body.copy(framed, 5)
  return framed
}

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

/** Where a write ended: the stream's last revision (undefined when it has none) and the last event's position (undefined when nothing is there). */
export interface Written {
  revision: bigint | undefined
  position: bigint | undefined
}

const positionFields = (position: bigint) => message(field(1, position), field(2, position))

const success = ({ revision, position }: Written): Buffer =>
  message(
    revision === undefined ? field(2, EMPTY) : field(1, revision),
    position === undefined ? field(4, EMPTY) : field(3, positionFields(position)),
  )

/** `AppendResp` after success. */
export const appended = (at: Written): Buffer => frame(field(1, success(at)))

/** `AppendResp` after a wrong version, which the streaming append answers in-band. */
export const appendConflict = (expected: Expected, current: bigint): Buffer =>
  frame(
    field(
      2,
      message(
        current < 0n ? field(7, EMPTY) : field(6, current),
        typeof expected === 'bigint' ? field(8, expected) : field({ any: 9, exists: 10, none: 11 }[expected], EMPTY),
      ),
    ),
  )

/** `DeleteResp` and `TombstoneResp`. */
export const deleted = (position: bigint): Buffer => frame(field(1, positionFields(position)))

/** What every answer on a batch append stream says about the request it answers. */
export interface Answered {
  correlation: Buffer
  identifier: Buffer
  expected: Expected
}

const answer = (to: Answered, result: Buffer): Buffer =>
  frame(
    message(
      field(1, to.correlation),
      result,
      field(4, to.identifier),
      typeof to.expected === 'bigint'
        ? field(5, to.expected)
        : field({ none: 6, any: 7, exists: 8 }[to.expected], EMPTY),
    ),
  )

/** `BatchAppendResp` after success: answered once per append, so written in one go. */
export function batchAppended(to: Answered, at: Written): Buffer {
  if (at.revision === undefined || at.position === undefined || typeof to.expected !== 'bigint') {
    return answer(to, field(3, success(at)))
  }
  const position = 2 * (1 + varintSize(at.position))
  const result = 1 + varintSize(at.revision) + fieldSize(position)
  const size =
    fieldSize(to.correlation.length) + fieldSize(result) + fieldSize(to.identifier.length) + 1 + varintSize(to.expected)
  const sink = newSink(size + 5)
  sink.bytes[sink.at++] = 0
  sink.at = sink.bytes.writeUInt32BE(size, sink.at)
  putHeader(sink, 1, to.correlation.length)
  putBytes(sink, to.correlation)
  putHeader(sink, 3, result)
  sink.bytes[sink.at++] = 0x08
  putVarint(sink, at.revision)
  putHeader(sink, 3, position)
  sink.bytes[sink.at++] = 0x08
  putVarint(sink, at.position)
  sink.bytes[sink.at++] = 0x10
  putVarint(sink, at.position)
  putHeader(sink, 4, to.identifier.length)
  putBytes(sink, to.identifier)
  sink.bytes[sink.at++] = 0x28
  putVarint(sink, to.expected)
  return written(sink)
}

/** `BatchAppendResp` after failure: a `google.rpc.Status` whose detail says what happened. */
const batchFailed = (to: Answered, code: number, text: string, type: string, detail: Buffer): Buffer =>
  answer(
    to,
    field(
      2,
      message(
        field(1, code),
        field(2, text),
        field(3, message(field(1, `type.googleapis.com/event_store.client.${type}`), field(2, detail))),
      ),
    ),
  )

export const batchConflict = (to: Answered, current: bigint): Buffer =>
  batchFailed(
    to,
    6,
    'WrongExpectedVersion',
    'WrongExpectedVersion',
    message(
      current < 0n ? field(2, EMPTY) : field(1, current),
      typeof to.expected === 'bigint'
        ? field(3, to.expected)
        : field({ any: 4, exists: 5, none: 6 }[to.expected], EMPTY),
    ),
  )

export const batchStreamDeleted = (to: Answered): Buffer =>
  batchFailed(to, 5, 'StreamDeleted', 'StreamDeleted', field(1, to.identifier))

export const batchTimeout = (to: Answered): Buffer => batchFailed(to, 4, 'Timeout', 'Timeout', EMPTY)

export const batchTooLarge = (to: Answered, limit: number): Buffer =>
  batchFailed(to, 3, 'MaximumAppendSizeExceeded', 'MaximumAppendSizeExceeded', field(1, limit))

export const batchBadRequest = (to: Answered, text: string): Buffer =>
  batchFailed(to, 3, text, 'BadRequest', field(1, text))

/** `SupportedMethods`: the client asks it whether it may use batch appends. */
export const supportedMethods = (methods: { service: string; method: string; features?: string[] }[]): Buffer =>
  frame(
    message(
      ...methods.map(({ service, method, features = [] }) =>
        field(1, message(field(1, method), field(2, service), ...features.map((feature) => field(3, feature)))),
      ),
      field(2, '24.10.0'),
    ),
  )

/** `ClusterInfo` with one living leader. `now` in milliseconds since 1970. */
export const clusterInfo = (id: string, host: string, port: number, now: number): Buffer =>
  frame(
    field(
      1,
      message(
        field(1, field(2, id)),
        field(2, BigInt(now) * 10_000n),
        field(3, 8),
        field(4, true),
        field(5, message(field(1, host), field(2, port))),
      ),
    ),
  )

const mapKey = (key: string) => field(1, key)
const TYPE_KEY = mapKey('type')
const CREATED_KEY = mapKey('created')
const JSON_TYPE = field(6, message(mapKey('content-type'), field(2, 'application/json')))
const BINARY_TYPE = field(6, message(mapKey('content-type'), field(2, 'application/octet-stream')))
const ID_SIZE = fieldSize(38)
const HEX = Buffer.from('0123456789abcdef')
