import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { messageReader } from '../wire/framing.ts'
import { asGrpcError, encodeText, GrpcError, status } from '../wire/grpc-error.ts'
import { MalformedMessage } from '../wire/protobuf.ts'

/** One call, from the server's side. */
export interface Call {
  /** Host and port by which the caller found the server. */
  authority: string
  /** The time of `performance.now()` after which the caller no longer waits; undefined if the caller set none. */
  deadline: number | undefined
  isOpen(): boolean
  /** Calls `take` with each message as it arrives, and then `end`. The call fails with an error that `take` throws. */
  receive(take: (message: Buffer) => void, end: () => void): void
  /** Stops reading messages until `resume` is called: flow control then slows the caller down. */
  pause(): void
  resume(): void
  /** Sends framed messages. Returns false if the caller lags behind: await `drained` before sending more. */
  send(frames: Buffer): boolean
  /** Resolves when the caller has received enough of the sent messages, or has disconnected. */
  drained(): Promise<void>
  end(): void
  fail(error: unknown): void
  /** Calls back once when the call has ended, on either side. */
  onClose(listener: () => void): void
}

export type Handler = (call: Call) => void | Promise<void>

/** A call with one request and one answer. */
export const unary = (handle: (request: Buffer, call: Call) => Buffer | Promise<Buffer>): Handler => {
  return serverStream(async (request, call) => {
    const reply = await handle(request, call)
    if (call.isOpen()) call.send(reply)
  })
}

/** A call with one request and as many answers as `handle` sends until it resolves. */
export function serverStream(handle: (request: Buffer, call: Call) => Promise<void>): Handler {
  return (call) => {
    let request: Buffer | undefined
    call.receive(
      (message) => {
        request = message
      },
      () => {
        if (!request) return call.fail(new GrpcError(status.INVALID_ARGUMENT, 'the request is missing'))
        handle(request, call).then(call.end, call.fail)
      },
    )
  }
}

/**
 * Wraps an HTTP/2 stream. Sends no headers before the handler's first answer, so that earlier errors are sent as headers
 * alone. `onError` receives errors that are not the caller's fault.
 */
export function openCall(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  onError: (error: unknown) => void,
): Call {
  let ending: OutgoingHttpHeaders | undefined
  let drained: (() => void) | undefined
  const isOpen = () => !stream.destroyed && !stream.closed && !ending
  stream.on('error', () => {})
  stream.on('drain', () => drained?.())
  stream.once('close', () => drained?.())
  stream.once('wantTrailers', () => stream.sendTrailers(ending ?? { 'grpc-status': String(status.OK) }))

  const respond = () => {
    if (!stream.headersSent) stream.respond(RESPONSE, { waitForTrailers: true })
  }
  const finish = (trailers: OutgoingHttpHeaders) => {
    if (!isOpen()) return
    ending = trailers
    if (stream.headersSent) stream.end()
    else stream.respond({ ...RESPONSE, ...trailers }, { endStream: true })
  }
  const fail = (error: unknown) => {
    if (!isOpen()) return
    if (!(error instanceof GrpcError || error instanceof MalformedMessage)) onError(error)
    const { code, message, trailers } = asGrpcError(error)
    finish({ 'grpc-status': String(code), 'grpc-message': encodeText(message), ...trailers })
  }
  return {
    authority: String(headers[':authority'] ?? headers.host ?? ''),
    deadline: deadlineOf(headers),
    isOpen,
    receive(take, end) {
      const read = messageReader(take)
      stream.on('data', (chunk: Buffer) => {
        try {
          if (isOpen()) read(chunk)
        } catch (error) {
          fail(error)
        }
      })
      stream.once('end', () => isOpen() && end())
    },
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    send(frames) {
      // A write to a caller that has disconnected would throw.
      if (!isOpen()) return false
      respond()
      return stream.write(frames)
    },
    drained: () =>
      new Promise((resolve) => {
        if (isOpen() && stream.writableNeedDrain) drained = resolve
        else resolve()
      }),
    end() {
      if (!isOpen()) return
      respond()
      finish({ 'grpc-status': String(status.OK) })
    },
    fail,
    onClose: (listener) => {
      if (stream.destroyed) listener()
      else stream.once('close', listener)
    },
  }
}

const RESPONSE = { ':status': 200, 'content-type': 'application/grpc+proto' }

/** `grpc-timeout`: up to eight digits and a unit. */
function deadlineOf(headers: IncomingHttpHeaders): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(String(headers['grpc-timeout'] ?? ''))
  if (!match) return undefined
  const unit = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }[match[2] as 'H']
  return performance.now() + Number(match[1]) * unit
}
