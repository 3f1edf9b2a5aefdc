import { hostText, parseAddress } from './address.ts'
import { type Appended, type Expected, type NewEvent, RevisionConflict } from './index.ts'
import { type AppendCall, type LaneTarget, openAppendCall } from './wire/append-call.ts'
import { appendText, putAppend } from './wire/append-request.ts'
import { status } from './wire/grpc-error.ts'
import { newSink, written } from './wire/protobuf.ts'

/**
 * Appends over one connection of our own: the same `BatchAppend` that the client library would call, written and read by hand,
 * because its protocol buffers cost more than everything else in an append (docs/benchmarks.md). What is asked for in one tick of
 * the event loop is sent in one write.
 */
export interface AppendLane {
  /**
   * Throws RevisionConflict, or a LaneError with gRPC's code; what was under way when the connection went is UNAVAILABLE.
   * Undefined: it does not fit one message, the library has to cut it up.
   */
  append(stream: string, events: NewEvent[], expected: Expected): Promise<Appended> | undefined
  close(): void
}

/** How an append failed: one of gRPC's status codes. */
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

/** The server gives up an append after so many milliseconds; the port's own patience is a little longer. */
const DEADLINE = 10_000
/** Bytes of events in one message. Every server takes this much, and none of them an append that is larger. */
const FITS = 3 * 1024 * 1024
/** What the first write has room for; later ones for as much as the one before. */
const FIRST_WRITE = 4096
const WRONG_EXPECTED_VERSION = 6

interface Waiting {
  stream: string
  resolve(appended: Appended): void
  reject(error: Error): void
}

/** `lost` is told when its connection goes. */
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
    const bytes = written(sink)
    sink = newSink(Math.max(bytes.length, FIRST_WRITE))
    // Without a call those who wait have been told already.
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
      putAppend(sink, ++last, DEADLINE, text)
      return new Promise((resolve, reject) => waiting.set(last, { stream, resolve, reject }))
    },
    close() {
      closed = true
      call?.close()
    },
  }
}
