import { EMPTY, eachField, MalformedMessage, readBytes, readNumber, readText, readUint64 } from '../wire/protobuf.ts'
import { type Expected, type Proposal, TOMBSTONE } from './event.ts'

/** Where a write goes: the part that appends, deletes and tombstones share. */
export interface Target {
  /** The stream's name, and the `StreamIdentifier` message that it came in, for the answer. */
  stream: string
  identifier: Buffer
  expected: Expected
  /** Milliseconds since 1970 after which the caller no longer waits; only batch appends say it. */
  deadline: number | undefined
}

export interface BatchAppendChunk {
  /** The `UUID` message, given back as it came. */
  correlation: Buffer
  target: Target | undefined
  events: Proposal[]
  final: boolean
}

/** Decodes `BatchAppendReq`. */
export function decodeBatchAppend(bytes: Buffer): BatchAppendChunk {
  const chunk: BatchAppendChunk = { correlation: EMPTY, target: undefined, events: [], final: false }
  eachField(bytes, (field, cursor) => {
    if (field === 1) chunk.correlation = readBytes(cursor)
    else if (field === 2) chunk.target = decodeTarget(readBytes(cursor))
    else if (field === 3) chunk.events.push(decodeProposal(readBytes(cursor)))
    else if (field === 4) chunk.final = readNumber(cursor) !== 0
  })
  return chunk
}

/** Decodes `AppendReq`: first the options, then one event each. */
export function decodeAppend(bytes: Buffer): { target?: Target; event?: Proposal } {
  const request: { target?: Target; event?: Proposal } = {}
  eachField(bytes, (field, cursor) => {
    if (field === 1) request.target = decodeTarget(readBytes(cursor))
    else if (field === 2) request.event = decodeProposal(readBytes(cursor))
  })
  return request
}

/** Decodes `DeleteReq` and `TombstoneReq`. */
export function decodeDelete(bytes: Buffer): Target {
  let target: Target | undefined
  eachField(bytes, (field, cursor) => {
    if (field === 1) target = decodeTarget(readBytes(cursor))
  })
  if (!target) throw new MalformedMessage('options are missing')
  return target
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
  if (typeof target.expected === 'bigint' && target.expected > TOMBSTONE)
    throw new MalformedMessage('revision too large')
  target.stream = decodeStreamName(target.identifier)
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

export function decodeStreamName(identifier: Buffer): string {
  let name = ''
  eachField(identifier, (field, cursor) => {
    if (field === 3) name = readText(cursor)
  })
  // PostgreSQL's text knows no NUL, and its index no keys above some 2,700 bytes.
  if (name === '' || name.includes('\0')) throw new MalformedMessage('a stream needs a name, without NUL')
  if (Buffer.byteLength(name) > 2000) throw new MalformedMessage('a stream name may be 2,000 bytes long')
  return name
}

function decodeProposal(bytes: Buffer): Proposal {
  const event: Proposal = { id: EMPTY, type: EMPTY, json: false, data: EMPTY, metadata: EMPTY }
  eachField(bytes, (field, cursor) => {
    if (field === 1) event.id = decodeUuid(readBytes(cursor))
    else if (field === 2) decodeEntry(readBytes(cursor), event)
    else if (field === 3) event.metadata = readBytes(cursor)
    else if (field === 4) event.data = readBytes(cursor)
  })
  if (event.id.length !== 16) throw new MalformedMessage('an event needs an id')
  if (event.type.length === 0) throw new MalformedMessage('an event needs a type')
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
  if (key !== 'type') return
  if (value.includes(0)) throw new MalformedMessage('an event type may not contain NUL')
  event.type = value
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

function parseUuid(text: string): Buffer {
  // Decoding stops at the first character that is not hexadecimal, so a text that is no UUID gives less than 16 bytes.
  const id = Buffer.from(text.length === 36 ? text.replaceAll('-', '') : text, 'hex')
  if (id.length !== 16 || text.length > 36) throw new MalformedMessage('an id is not a UUID')
  return id
}
