import { EMPTY, eachField, MalformedMessage, readBytes, readNumber, readText, readUint64 } from '../wire/protobuf.ts'
import { decodeStreamName } from './requests.ts'

/** The start of a read: a revision of a stream, a position of the log, or one of the ends. */
export type From = bigint | 'start' | 'end'

export interface FilterRequest {
  on: 'stream' | 'type'
  regex: string
  prefixes: string[]
  /** Number of considered events after which a checkpoint is sent. */
  checkpointEvery: number
}

export interface ReadRequest {
  /** Undefined: the whole log. */
  stream: string | undefined
  identifier: Buffer
  from: From
  backwards: boolean
  /** Maximum number of events to send; undefined for a subscription. */
  count: bigint | undefined
  /** True if link events are sent with their target. */
  resolveLinks: boolean
  filter: FilterRequest | undefined
}

/** Decodes `ReadReq`. */
export function decodeRead(bytes: Buffer): ReadRequest {
  const request: ReadRequest = {
    stream: undefined,
    identifier: EMPTY,
    from: 'start',
    backwards: false,
    count: undefined,
    resolveLinks: false,
    filter: undefined,
  }
  eachField(bytes, (field, cursor) => {
    if (field === 1) decodeOptions(readBytes(cursor), request)
  })
  return request
}

function decodeOptions(bytes: Buffer, request: ReadRequest) {
  eachField(bytes, (field, cursor) => {
    if (field === 1) decodeStreamOptions(readBytes(cursor), request)
    else if (field === 2) request.from = decodeAllOptions(readBytes(cursor))
    else if (field === 3) request.backwards = readNumber(cursor) === 1
    else if (field === 4) request.resolveLinks = readNumber(cursor) !== 0
    else if (field === 5) request.count = readUint64(cursor)
    else if (field === 7) request.filter = decodeFilter(readBytes(cursor))
  })
}

function decodeStreamOptions(bytes: Buffer, request: ReadRequest) {
  eachField(bytes, (field, cursor) => {
    if (field === 1) request.identifier = readBytes(cursor)
    else if (field === 2) request.from = readUint64(cursor)
    else if (field === 3) request.from = 'start'
    else if (field === 4) request.from = 'end'
  })
  request.stream = decodeStreamName(request.identifier)
}

function decodeAllOptions(bytes: Buffer): From {
  let from: From = 'start'
  eachField(bytes, (field, cursor) => {
    if (field === 1) from = decodePosition(readBytes(cursor))
    else if (field === 2) from = 'start'
    else if (field === 3) from = 'end'
  })
  return from
}

function decodePosition(bytes: Buffer): bigint {
  let commit = 0n
  eachField(bytes, (field, cursor) => {
    if (field === 1) commit = readUint64(cursor)
  })
  return commit
}

function decodeFilter(bytes: Buffer): FilterRequest {
  const filter: FilterRequest = { on: 'stream', regex: '', prefixes: [], checkpointEvery: 0 }
  let window = 32
  let multiplier = 1
  eachField(bytes, (field, cursor) => {
    if (field === 1 || field === 2) {
      filter.on = field === 1 ? 'stream' : 'type'
      eachField(readBytes(cursor), (part, inner) => {
        if (part === 1) filter.regex = readText(inner)
        else if (part === 2) filter.prefixes.push(readText(inner))
      })
    } else if (field === 3) window = readNumber(cursor)
    else if (field === 5) multiplier = readNumber(cursor)
  })
  filter.checkpointEvery = window * multiplier
  if (filter.checkpointEvery < 1) throw new MalformedMessage('the checkpoint interval must be above 0')
  return filter
}
