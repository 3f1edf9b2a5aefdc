import { EMPTY, eachField, field, message, readBytes, readNumber, readText, readUint64 } from './protobuf.ts'

/** An event as received over the wire: its data and metadata are undecoded bytes. */
export interface WireEvent {
  stream: string
  revision: bigint
  /** UUID, with hyphens. */
  id: string
  type: string
  /** True if the writer declared `data` as JSON. */
  json: boolean
  data: Buffer
  metadata: Buffer
  /** Time at which the store wrote the event, in milliseconds since 1970. */
  created: number
  /** Its commit position in the log. */
  position: bigint
}

export interface WireRead {
  /** Undefined: the whole log. */
  stream?: string
  /** A revision (inclusive), a log position (inclusive forwards, exclusive backwards), or `edge`: the beginning, or backwards the end. */
  from: bigint | 'edge'
  backwards?: boolean
  /** Maximum number of events. Undefined for a subscription, which omits the store's own events. */
  count?: bigint
}

/** One answer to a read: an event; or, of a subscription, the position up to which the log was considered, or if its end is reached. */
export interface ReadAnswer {
  event?: WireEvent
  checkpoint?: bigint
  isLive?: boolean
}

export const READ = '/event_store.client.streams.Streams/Read'

/** A filter that omits the store's own events, and requests a checkpoint after ten windows of considered events each. */
const withoutSystemEvents = field(7, message(field(2, field(1, '^[^$].*')), field(4, EMPTY), field(5, 10)))

/** Encodes `ReadReq`. */
export function readRequest({ stream, from, backwards = false, count }: WireRead): Buffer {
  const edge = (start: number) => field(backwards ? start + 1 : start, EMPTY)
  const where =
    stream === undefined
      ? field(2, from === 'edge' ? edge(2) : field(1, message(field(1, from), field(2, from))))
      : field(1, message(field(1, field(3, stream)), from === 'edge' ? edge(3) : field(2, from)))
  const asText = field(9, field(2, EMPTY))
  const what = count === undefined ? [field(6, EMPTY), withoutSystemEvents] : [field(5, count), field(8, EMPTY)]
  return field(1, message(where, field(3, backwards ? 1 : 0), ...what, asText))
}

/** Decodes `ReadResp`; returns an empty answer if the stream does not exist. */
export function decodeReadAnswer(bytes: Buffer): ReadAnswer {
  const answer: ReadAnswer = {}
  eachField(bytes, (part, cursor) => {
    if (part === 1)
      eachField(readBytes(cursor), (inner, record) => {
        if (inner === 1) answer.event = decodeRecord(readBytes(record))
      })
    else if (part === 3)
      eachField(readBytes(cursor), (inner, position) => {
        if (inner === 1) answer.checkpoint = readUint64(position)
      })
    else if (part === 8) answer.isLive = true
    else if (part === 9) answer.isLive = false
  })
  return answer
}

function decodeRecord(bytes: Buffer): WireEvent {
  const event: WireEvent = {
    stream: '',
    revision: 0n,
    id: '',
    type: '',
    json: false,
    data: EMPTY,
    metadata: EMPTY,
    created: 0,
    position: 0n,
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

/** Decodes the text in a `UUID` or a `StreamIdentifier`. */
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
