import { type AppendAnswer, decodeAppendAnswer } from '../wire/append-answer.ts'
import { appendBytes, writeAppend } from '../wire/append-request.ts'
import { bytesOf, newSink } from '../wire/protobuf.ts'
import type { Connection } from './connection.ts'
import { type Appending, CannotMove, type MovedEvent, OutOfStep, placeOf, UNDER_WAY } from './log.ts'

/** Deadline of an append at the server, in milliseconds. If only one of several appends expired, the log would have a hole. */
const TIMEOUT = 600_000
const BYTES_UNDER_WAY = 8 * 1024 * 1024
/** Maximum size of data in one append, which every server accepts. */
const APPEND_BYTES = 256 * 1024
const APPEND_EVENTS = 500
/** Size of the length and flag that precede a gRPC message. */
const FRAME = 5
const WRONG_EXPECTED_VERSION = 6
/** INVALID_ARGUMENT and OUT_OF_RANGE: the server would refuse a repeated append too. */
const FOR_GOOD = [3, 11]

interface UnderWay {
  events: readonly MovedEvent[]
  bytes: number
}

/**
 * Appends in log order over one call, without waiting for each response: a server processes the messages of one call in
 * order. The call ends at the first unsuccessful response, so that no event is written after a gap.
 */
export async function openAppends(connection: Connection): Promise<Appending> {
  const call = await connection.append()
  const underWay = new Map<number, UnderWay>()
  let [events, bytes, last, stored] = [0, 0, 0, 0]
  let failure: unknown
  let wake = () => {}

  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  const answered = ({ correlation, failure: refusal }: AppendAnswer) => {
    const one = underWay.get(correlation)
    if (!one) return
    if (refusal) {
      fail(refused(one.events[0] as MovedEvent, refusal))
      call.cancel()
      return
    }
    underWay.delete(correlation)
    events -= one.events.length
    stored += one.events.length
    bytes -= one.bytes
    wake()
  }
  call.on('data', (message: Buffer) => answered(decodeAppendAnswer(message)))
  call.on('error', fail)
  call.on('end', () => fail(Object.assign(new Error('the event store ended the call'), { code: 14 })))

  const until = async (isSo: () => boolean) => {
    while (!failure && !isSo())
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    if (failure) throw failure
  }

  const settled = () => until(() => underWay.size === 0)

  return {
    async append(page) {
      for (const group of grouped(page)) {
        await until(() => events + group.length <= UNDER_WAY && (bytes < BYTES_UNDER_WAY || events === 0))
        const { stream, revision } = group[0] as MovedEvent
        const text = appendBytes(stream, group, revision === 0n ? 'none' : revision - 1n)
        const sink = newSink(text.size + 256)
        writeAppend(sink, ++last, TIMEOUT, text)
        underWay.set(last, { events: group, bytes: text.size })
        events += group.length
        bytes += text.size
        call.write(bytesOf(sink).subarray(FRAME))
      }
    },
    settled,
    async end() {
      await settled()
      call.end()
    },
    break: () => call.cancel(),
    stored: () => stored,
  }
}

/** Splits events into appends: runs of consecutive events of one stream. */
function* grouped(events: readonly MovedEvent[]): Generator<MovedEvent[]> {
  let group: MovedEvent[] = []
  let bytes = 0
  for (const event of events) {
    const before = group.at(-1)
    bytes += event.data.length + event.metadata.length
    const goesOn =
      before?.stream === event.stream &&
      before.revision + 1n === event.revision &&
      group.length < APPEND_EVENTS &&
      bytes <= APPEND_BYTES
    if (!goesOn) {
      if (group.length > 0) yield group
      group = []
      bytes = event.data.length + event.metadata.length
    }
    group.push(event)
  }
  if (group.length > 0) yield group
}

function refused(event: MovedEvent, { code, text }: { code: number; text: string }): Error {
  if (code === WRONG_EXPECTED_VERSION) return new OutOfStep(event.stream)
  if (FOR_GOOD.includes(code))
    return new CannotMove(`The target does not take what begins at ${placeOf(event)}: ${text}`)
  return Object.assign(new Error(text || 'the append failed'), { code })
}
