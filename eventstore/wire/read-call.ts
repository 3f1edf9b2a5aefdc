import { EMPTY, eachField, field, message, readBytes, readNumber, readText, readUint64 } from './protobuf.ts'

/** An event as it comes over the wire: what people wrote in it stays the bytes that it is. */
export interface WireEvent {
  stream: string
  revision: bigint
  /** UUID, with hyphens. */
  id: string
  type: string
  /** Whether `data` is JSON, by its writer's word. */
  json: boolean
  data: Buffer
  metadata: Buffer
  /** When the store wrote it; milliseconds since 1970. */
  created: number
  /** Its commit in the log. */
  position: bigint
}

export interface WireRead {
  /** Undefined: the whole log. */
  stream?: string
  /** A revision, a position of the log (both inclusive forwards; a position backwards is exclusive), or the end that one reads from. */
  from: bigint | 'edge'
  backwards?: boolean
  count: bigint
}

export const READ = '/event_store.client.streams.Streams/Read'

/** Encodes `ReadReq`. */
export function readRequest({ stream, from, backwards = false, count }: WireRead): Buffer {
  const edge = (start: number) => field(backwards ? start + 1 : start, EMPTY)
  const where =
    stream === undefined
      ? field(2, from === 'edge' ? edge(2) : field(1, message(field(1, from), field(2, from))))
      : field(1, message(field(1, field(3, stream)), from === 'edge' ? edge(3) : field(2, from)))
  const asText = field(9, field(2, EMPTY))
  return field(1, message(where, field(3, backwards ? 1 : 0), field(5, count), field(8, EMPTY), asText))
}

/** Decodes `ReadResp`; undefined where it is no event. */
export function decodeReadAnswer(bytes: Buffer): WireEvent | undefined {
  let event: WireEvent | undefined
  eachField(bytes, (part, cursor) => {
    if (part !== 1) return
    eachField(readBytes(cursor), (inner, record) => {
      if (inner === 1) event = decodeRecord(readBytes(record))
    })
  })
  return event
}

function decodeRecord(bytes: Buffer): WireEvent {
  const event: WireEvent = {
    ...{ stream: '', revision: 0n, id: '', type: '', json: false },
    ...{ data: EMPTY, metadata: EMPTY, created: 0, position: 0n },
  }
  eachField(bytes, (part, cursor) => {
    if (part === 1) event.id = decodeText(2, readBytes(cursor))
    else if (part === 2) event.stream = decodeText(3, readBytes(cursor))
    else if (part === 3) event.revision = readUint64(cursor)
    else if (part === 5) event.position = readUint64(cursor)
    else if (part === 6) decodeEntry(readBytes(cursor), event)
    else if (part === 7) event.metadata = readBytes(cursor)
    else if (part === 8) event.data = readBytes(cursor)
  })
  return event
}

/** The one text in a `UUID` or a `StreamIdentifier`. */
function decodeText(which: number, bytes: Buffer): string {
  let text = ''
  eachField(bytes, (part, cursor) => {
    if (part === which) text = readText(cursor)
  })
  return text
}

/** An entry of the system metadata. `created` is in ticks of 100 ns. */
function decodeEntry(bytes: Buffer, event: WireEvent) {
  let [key, value] = ['', '']
  eachField(bytes, (part, cursor) => {
    if (part === 1) key = readText(cursor)
    else if (part === 2) value = readText(cursor)
    else readNumber(cursor)
  })
  if (key === 'type') event.type = value
  else if (key === 'created') event.created = Number(value.slice(0, -4))
  else if (key === 'content-type') event.json = value === 'application/json'
}
