import { hostText, parseAddress } from './address.ts'
import { type Appended, type Expected, type NewEvent, RevisionConflict } from './index.ts'
import { type AppendCall, type LaneTarget, openAppendCall } from './wire/append-call.ts'
import { appendText, writeAppend } from './wire/append-request.ts'
import { status } from './wire/grpc-error.ts'
import { bytesOf, newSink } from './wire/protobuf.ts'

/**
 * Appends over a dedicated connection: the same `BatchAppend` that the client library would call, encoded and decoded
 * by hand, since its protocol buffers cost more than the rest of an append (docs/benchmarks.md). Appends requested in
 * one tick of the event loop are sent in one write.
 */
export interface AppendLane {
  /**
   * Throws RevisionConflict, or a LaneError with gRPC's code; what was under way when the connection went is UNAVAILABLE.
   * Undefined: it does not fit one message, the library has to cut it up.
   */
  append(stream: string, events: NewEvent[], expected: Expected): Promise<Appended> | undefined
  close(): void
}

/** A failed append, with one of gRPC's status codes. */
export class LaneError extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

/** The one server of a connection string, when nothing but its address is needed: no discovery, no encryption. */
export function laneTarget(url: string): LaneTarget | undefined {
  if (url.startsWith('unix:')) return { connect: { path: url.slice('unix:'.length) }, authority: 'localhost' }
  const { hosts, discovers, options } = parseAddress(url)
  const [host] = hosts
  if (host === undefined || discovers || options.tls !== false) return undefined
  return {
    connect: { host: host.address.replace(/^\[(.*)\]$/, '$1'), port: host.port },
    authority: hostText(host),
  }
}

/** Deadline of an append at the server, in milliseconds; the port's own timeout is slightly longer. */
const DEADLINE = 10_000
/** Bytes of events in one message. Every server takes this much, and none of them an append that is larger. */
const FITS = 3 * 1024 * 1024
/** Buffer size of the first write; each later one has the size of its predecessor. */
const FIRST_WRITE = 4096
const WRONG_EXPECTED_VERSION = 6

interface Waiting {
  stream: string
  resolve(appended: Appended): void
  reject(error: Error): void
}

/** Calls `lost` when its connection ends. */
export function createAppendLane(target: LaneTarget, lost: () => void = () => {}): AppendLane {
  let call: AppendCall | undefined
  let waiting = new Map<number, Waiting>()
  let sink = newSink(FIRST_WRITE)
  let last = 0
  let closed = false

  const open = (): AppendCall => {
    const mine = new Map<number, Waiting>()
    waiting = mine
    const opened = openAppendCall(target, {
      isIdle: () => mine.size === 0,
      answered({ correlation, failure, position, revision }) {
        const one = mine.get(correlation)
        if (!one) return
        mine.delete(correlation)
        if (!failure) one.resolve({ position, revision })
        else if (failure.code === WRONG_EXPECTED_VERSION) one.reject(new RevisionConflict(one.stream))
        else one.reject(new LaneError(failure.code, failure.text))
      },
      ended(code, text) {
        if (call === opened) call = undefined
        lost()
        for (const one of mine.values()) one.reject(new LaneError(code, text))
        mine.clear()
      },
    })
    return opened
  }

  const flush = () => {
    if (sink.at === 0) return
    const bytes = bytesOf(sink)
    sink = newSink(Math.max(bytes.length, FIRST_WRITE))
    // Without a call, the waiting appends have already been rejected.
    call?.send(bytes)
  }

  return {
    append(stream, events, expected) {
      if (closed) return Promise.reject(new LaneError(status.UNAVAILABLE, 'the connection is closed'))
      const text = appendText(stream, events, expected)
      if (text.size > FITS) return undefined
      if (!call) {
        sink = newSink(FIRST_WRITE)
        call = open()
      }
      if (sink.at === 0) process.nextTick(flush)
      writeAppend(sink, ++last, DEADLINE, text)
      return new Promise((resolve, reject) => waiting.set(last, { stream, resolve, reject }))
    },
    close() {
      closed = true
      call?.close()
    },
  }
}
