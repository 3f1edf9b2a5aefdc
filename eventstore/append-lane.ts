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
   * Rejects with RevisionConflict, or with a LaneError and its gRPC status code: UNAVAILABLE if the connection ended before
   * the response. Returns undefined if the append exceeds one message: the client library must then send it in several.
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

/** Returns the server of a connection string if its address suffices to connect; undefined with discovery or encryption. */
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
/** Maximum size in bytes of the events in one message, with type and metadata. */
const MAX_MESSAGE_BYTES = 3 * 1024 * 1024
/** Buffer size of the first write; each later one has the size of its predecessor. */
const FIRST_WRITE = 4096
const WRONG_EXPECTED_VERSION = 6

interface PendingAppend {
  stream: string
  resolve(appended: Appended): void
  reject(error: Error): void
}

/** Calls `lost` when its connection ends. */
export function createAppendLane(target: LaneTarget, lost: () => void = () => {}): AppendLane {
  let call: AppendCall | undefined
  let pending = new Map<number, PendingAppend>()
  let sink = newSink(FIRST_WRITE)
  let lastCorrelation = 0
  let closed = false

  const open = (): AppendCall => {
    const pendingOfCall = new Map<number, PendingAppend>()
    pending = pendingOfCall
    const opened = openAppendCall(target, {
      isIdle: () => pendingOfCall.size === 0,
      answered({ correlation, failure, position, revision }) {
        const append = pendingOfCall.get(correlation)
        if (!append) return
        pendingOfCall.delete(correlation)
        if (!failure) append.resolve({ position, revision })
        else if (failure.code === WRONG_EXPECTED_VERSION) append.reject(new RevisionConflict(append.stream))
        else append.reject(new LaneError(failure.code, failure.text))
      },
      ended(code, text) {
        if (call === opened) call = undefined
        lost()
        for (const append of pendingOfCall.values()) append.reject(new LaneError(code, text))
        pendingOfCall.clear()
      },
    })
    return opened
  }

  const flush = () => {
    if (sink.at === 0) return
    const bytes = bytesOf(sink)
    sink = newSink(Math.max(bytes.length, FIRST_WRITE))
    // Without a call, the pending appends have already been rejected.
    call?.send(bytes)
  }

  return {
    append(stream, events, expected) {
      if (closed) return Promise.reject(new LaneError(status.UNAVAILABLE, 'the connection is closed'))
      const text = appendText(stream, events, expected)
      if (text.size > MAX_MESSAGE_BYTES) return undefined
      if (!call) {
        sink = newSink(FIRST_WRITE)
        call = open()
      }
      if (sink.at === 0) process.nextTick(flush)
      writeAppend(sink, ++lastCorrelation, DEADLINE, text)
      return new Promise((resolve, reject) => pending.set(lastCorrelation, { stream, resolve, reject }))
    },
    close() {
      closed = true
      call?.close()
    },
  }
}
