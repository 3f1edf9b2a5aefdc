import { EMPTY, eachField, MalformedMessage, readBytes, readNumber, readText, readUint64 } from '../wire/protobuf.ts'
import type { Expected, Proposal } from './event.ts'

/** The target of a write: the part that appends, deletes and tombstones share. */
export interface Target {
  /** The stream's name, and the `StreamIdentifier` message that it came in, for the answer. */
  stream: string
  identifier: Buffer
  expected: Expected
  /** Milliseconds since 1970 after which the caller no longer waits; only batch appends set it. */
  deadline: number | undefined
}

export interface BatchAppendChunk {
  /** The `UUID` message, repeated unchanged in the answer. */
  correlation: Buffer
  target: Target | undefined
  events: Proposal[]
  final: boolean
  /** The first error, if any. It fails this append only, since others share the call. */
  fault: string | undefined
}

/** Decodes `BatchAppendReq`. */
export function decodeBatchAppend(bytes: Buffer): BatchAppendChunk {
  const chunk: BatchAppendChunk = { correlation: EMPTY, target: undefined, events: [], final: false, fault: undefined }
  eachField(bytes, (field, cursor) => {
    if (field === 1) chunk.correlation = readBytes(cursor)
    else if (field === 2 || field === 3) decodePart(field, readBytes(cursor), chunk)
    else if (field === 4) chunk.final = readNumber(cursor) !== 0
  })
  return chunk
}

function decodePart(field: 2 | 3, bytes: Buffer, chunk: BatchAppendChunk) {
  try {
    if (field === 2) {
      chunk.target = decodeTarget(bytes)
      chunk.fault ??= nameFault(chunk.target.stream)
    } else {
      const event = decodeProposal(bytes)
      chunk.events.push(event)
      chunk.fault ??= eventFault(event)
    }
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error
    chunk.fault ??= error.message
  }
}

/** Decodes `AppendReq`: first the options, then one event each. */
export function decodeAppend(bytes: Buffer): { target?: Target; event?: Proposal } {
  const request: { target?: Target; event?: Proposal } = {}
  eachField(bytes, (field, cursor) => {
    if (field === 1) request.target = decodeTarget(readBytes(cursor))
    else if (field === 2) request.event = decodeProposal(readBytes(cursor))
  })
  refuse((request.target && nameFault(request.target.stream)) ?? (request.event && eventFault(request.event)))
  return request
}

/** Decodes `DeleteReq` and `TombstoneReq`. */
export function decodeDelete(bytes: Buffer): Target {
  let target: Target | undefined
  eachField(bytes, (field, cursor) => {
    if (field === 1) target = decodeTarget(readBytes(cursor))
  })
  if (!target) throw new MalformedMessage('options are missing')
  refuse(nameFault(target.stream))
  return target
}

function refuse(fault: string | undefined) {
  if (fault !== undefined) throw new MalformedMessage(fault)
}

function decodeTarget(bytes: Buffer): Target {
  const target: Target = { stream: '', identifier: EMPTY, expected: 'any', deadline: undefined }
  eachField(bytes, (field, cursor) => {
    if (field === 1) target.identifier = readBytes(cursor)
    else if (field === 2) target.expected = readUint64(cursor)
    else if (field === 3) target.expected = 'none'
    else if (field === 4) target.expected = 'any'
    else if (field === 5) target.expected = 'exists'
    else if (field === 6) target.deadline = decodeMilliseconds(readBytes(cursor))
    else if (field === 7) target.deadline = Date.now() + decodeMilliseconds(readBytes(cursor))
  })
  target.stream = streamNameOf(target.identifier)
  return target
}

/** `Timestamp` and `Duration` have the same fields. */
function decodeMilliseconds(bytes: Buffer): number {
  let milliseconds = 0
  eachField(bytes, (field, cursor) => {
    if (field === 1) milliseconds += Number(BigInt.asIntN(64, readUint64(cursor))) * 1000
    else if (field === 2) milliseconds += readNumber(cursor) / 1e6
  })
  return milliseconds
}

function streamNameOf(identifier: Buffer): string {
  let name = ''
  eachField(identifier, (field, cursor) => {
    if (field === 3) name = readText(cursor)
  })
  return name
}

/** The name in a `StreamIdentifier`. */
export function decodeStreamName(identifier: Buffer): string {
  const name = streamNameOf(identifier)
  refuse(nameFault(name))
  return name
}

/** Maximum length of names and types in bytes, since an error carries the name in a header. */
const MAX_NAME = 16 * 1024

function nameFault(name: string): string | undefined {
  if (name === '') return 'a stream needs a name'
  // `$$` would be the metadata of a stream without a name. EventStoreDB accepts it, and ends at its next write.
  if (name === '$$') return '$$ is no name of a stream'
  if (Buffer.byteLength(name) > MAX_NAME) return `a stream name may be ${MAX_NAME} bytes long`
  return undefined
}

function eventFault({ id, type }: Proposal): string | undefined {
  if (id.length !== 16 || id.equals(NIL)) return 'an event needs an id: a UUID other than the nil one'
  if (type.length === 0) return 'an event needs a type'
  if (type.length > MAX_NAME) return `an event type may be ${MAX_NAME} bytes long`
  return undefined
}

/** Decodes a proposed event; an id that is no UUID is left empty. */
function decodeProposal(bytes: Buffer): Proposal {
  const event: Proposal = { id: EMPTY, type: EMPTY, json: false, data: EMPTY, metadata: EMPTY }
  eachField(bytes, (field, cursor) => {
    if (field === 1) event.id = decodeUuid(readBytes(cursor))
    else if (field === 2) decodeEntry(readBytes(cursor), event)
    else if (field === 3) event.metadata = readBytes(cursor)
    else if (field === 4) event.data = readBytes(cursor)
  })
  return event
}

/** An entry of the `map<string, string>` that carries an event's system metadata. */
function decodeEntry(bytes: Buffer, event: Proposal) {
  let key = ''
  let value = EMPTY
  eachField(bytes, (field, cursor) => {
    if (field === 1) key = readText(cursor)
    else if (field === 2) value = readBytes(cursor)
  })
  if (key === 'content-type') event.json = value.toString() === 'application/json'
  if (key === 'type') event.type = value
}

/** `UUID`: text, or two 64-bit halves. */
function decodeUuid(bytes: Buffer): Buffer {
  let id = EMPTY
  eachField(bytes, (field, cursor) => {
    if (field === 2) id = parseUuid(readText(cursor))
    if (field !== 1) return
    const structured = Buffer.alloc(16)
    eachField(readBytes(cursor), (half, inner) => {
      if (half === 1 || half === 2) structured.writeBigUInt64BE(readUint64(inner), half * 8 - 8)
    })
    id = structured
  })
  return id
}

/** Parses a UUID in the notations of .NET: with or without hyphens, in braces or parentheses. Returns EMPTY for other text. */
function parseUuid(text: string): Buffer {
  const bare = BRACED.exec(text)?.[2] ?? text
  if (bare.length !== 36 && (bare.length !== 32 || bare !== text)) return EMPTY
  // Decoding stops at the first character that is not hexadecimal, so a text that is no UUID gives less than 16 bytes.
  const id = Buffer.from(bare.length === 36 ? bare.replaceAll('-', '') : bare, 'hex')
  return id.length === 16 && (bare.length === 32 || HYPHENS.every((at) => bare[at] === '-')) ? id : EMPTY
}

const BRACED = /^([{(])(.{36})[})]$/
const HYPHENS = [8, 13, 18, 23]
const NIL = Buffer.alloc(16)
