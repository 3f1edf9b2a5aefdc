import type { Expected, NewEvent } from '../index.ts'
import { fieldSize, reserve, type Sink, varintSize, writeBytes, writeHeader, writeVarint } from './protobuf.ts'

/** An append with its events as text. Created before any byte is written, so that invalid events fail first. */
export interface AppendText {
  stream: string
  expected: Expected
  events: EventText[]
  /** Size of all encoded events, in bytes. */
  size: number
}
interface EventText {
  id: string
  type: string
  contentType: Buffer
  data: string | Buffer
  metadata: string | Buffer
  /** Sizes of type, data, metadata, and of the whole message, in bytes. */
  sizes: [type: number, data: number, metadata: number, whole: number]
}

const JSON_TYPE = Buffer.from('\x12\x20\x0a\x0ccontent-type\x12\x10application/json', 'latin1')
const BINARY_TYPE = Buffer.from('\x12\x28\x0a\x0ccontent-type\x12\x18application/octet-stream', 'latin1')
const TYPE = Buffer.from('\x0a\x04type', 'latin1')
const ID_SIZE = 36

export function appendText(stream: string, events: readonly NewEvent[], expected: Expected): AppendText {
  return together(stream, events.map(textOf), expected)
}

/** Like `appendText`, for events whose data and metadata are bytes, which are sent unchanged. */
export function appendBytes(stream: string, events: readonly BytesEvent[], expected: Expected): AppendText {
  const texts = events.map(({ json, ...event }) => measured({ ...event, contentType: json ? JSON_TYPE : BINARY_TYPE }))
  return together(stream, texts, expected)
}
export interface BytesEvent {
  id: string
  type: string
  /** True if `data` is JSON. */
  json: boolean
  data: Buffer
  metadata: Buffer
}

const together = (stream: string, events: EventText[], expected: Expected): AppendText => ({
  stream,
  expected,
  events,
  size: events.reduce((sum, { sizes }) => sum + fieldSize(sizes[3]), 0),
})

function textOf({ id, type, data, metadata }: NewEvent): EventText {
  const texts = { data: JSON.stringify(data) ?? 'null', metadata: JSON.stringify(metadata) }
  return measured({ id, type, contentType: JSON_TYPE, ...texts })
}

function measured({ id, type, contentType, data, metadata }: Omit<EventText, 'sizes'>): EventText {
  if (id.length !== ID_SIZE) throw new TypeError(`${id} is not a UUID`)
  const typeSize = Buffer.byteLength(type)
  const dataSize = Buffer.byteLength(data)
  const metadataSize = Buffer.byteLength(metadata)
  const whole =
    fieldSize(fieldSize(ID_SIZE)) +
    fieldSize(TYPE.length + fieldSize(typeSize)) +
    contentType.length +
    fieldSize(metadataSize) +
    fieldSize(dataSize)
  return { id, type, contentType, data, metadata, sizes: [typeSize, dataSize, metadataSize, whole] }
}

/**
 * Writes a complete framed `BatchAppendReq`. `correlation`, from 1, is repeated in the answer; `timeoutMs` is a
 * duration rather than a time, although servers before 22 support only times: if the clocks differed by more than the
 * timeout, a time would make every append late.
 */
export function writeAppend(
  sink: Sink,
  correlation: number,
  timeoutMs: number,
  { stream, expected, events, size }: AppendText,
) {
  const nameSize = Buffer.byteLength(stream)
  const seconds = Math.floor(timeoutMs / 1000)
  const nanoseconds = (timeoutMs - seconds * 1000) * 1_000_000
  const correlationSize = 1 + varintSize(correlation)
  const deadlineSize = 2 + varintSize(seconds) + varintSize(nanoseconds)
  const expectedSize = typeof expected === 'bigint' ? 1 + varintSize(expected) : 2
  const optionsSize = fieldSize(fieldSize(nameSize)) + expectedSize + fieldSize(deadlineSize)
  const whole = fieldSize(fieldSize(correlationSize)) + fieldSize(optionsSize) + size + 2

  reserve(sink, 5 + whole)
  sink.bytes[sink.at++] = 0
  sink.at = sink.bytes.writeUInt32BE(whole, sink.at)
  // UUID { structured { least significant bits } }
  writeHeader(sink, 1, fieldSize(correlationSize))
  writeHeader(sink, 1, correlationSize)
  putNumber(sink, 2, correlation)
  writeHeader(sink, 2, optionsSize)
  writeHeader(sink, 1, fieldSize(nameSize))
  putText(sink, 3, stream, nameSize)
  if (typeof expected === 'bigint') putNumber(sink, 2, expected)
  else writeHeader(sink, expected === 'none' ? 3 : 4, 0)
  // Duration { seconds, nanos }
  writeHeader(sink, 7, deadlineSize)
  putNumber(sink, 1, seconds)
  putNumber(sink, 2, nanoseconds)
  for (const event of events) putEvent(sink, event)
  putNumber(sink, 4, 1)
}

function putEvent(sink: Sink, { id, type, contentType, data, metadata, sizes }: EventText) {
  const [typeSize, dataSize, metadataSize, whole] = sizes
  writeHeader(sink, 3, whole)
  writeHeader(sink, 1, fieldSize(ID_SIZE))
  putText(sink, 2, id, ID_SIZE)
  writeHeader(sink, 2, TYPE.length + fieldSize(typeSize))
  sink.at += TYPE.copy(sink.bytes, sink.at)
  putText(sink, 2, type, typeSize)
  sink.at += contentType.copy(sink.bytes, sink.at)
  putText(sink, 3, metadata, metadataSize)
  putText(sink, 4, data, dataSize)
}

function putNumber(sink: Sink, field: number, value: number | bigint) {
  sink.bytes[sink.at++] = field * 8
  writeVarint(sink, value)
}

function putText(sink: Sink, field: number, text: string | Buffer, size: number) {
  writeHeader(sink, field, size)
  if (typeof text === 'string') sink.at += sink.bytes.write(text, sink.at, size)
  else writeBytes(sink, text)
}
