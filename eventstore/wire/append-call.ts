import http2 from 'node:http2'
import net from 'node:net'
import { type AppendAnswer, decodeAppendAnswer } from './append-answer.ts'
import { messageReader } from './framing.ts'
import { decodeText, status, statusOfHttp } from './grpc-error.ts'

/** The target of a dedicated connection: options of `net.connect`, and the authority. */
export interface LaneTarget {
  connect: { path: string } | { host: string; port: number }
  authority: string
}

/** One `BatchAppend` call on a connection of its own. */
export interface AppendCall {
  /** Sends framed requests. */
  send(frames: Buffer): void
  /** Ends the call and its connection; pending appends fail. */
  close(): void
}

export interface AppendListener {
  answered(answer: AppendAnswer): void
  /** Called once: the call is over with this gRPC status, and the connection with it. */
  ended(code: number, text: string): void
  /** True if no append is pending, so that the connection need not be checked. */
  isIdle(): boolean
}

export const APPEND = '/event_store.client.streams.Streams/BatchAppend'
/** Interval in milliseconds: pings a server with pending appends, and considers it lost if the ping is unanswered at the next tick. */
const KEEPALIVE = 10_000

export function openAppendCall({ connect, authority }: LaneTarget, listener: AppendListener): AppendCall {
  const session = http2.connect(`http://${authority}`, {
    createConnection: () => net.connect({ ...connect, noDelay: true }),
    settings: { enablePush: false },
  })
  const stream = session.request({
    ':method': 'POST',
    ':path': APPEND,
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  let [code, text]: [number, string] = [status.UNAVAILABLE, 'the connection to the event store is gone']
  let isPinged = false
  const keepalive = setInterval(() => {
    if (isPinged) session.destroy()
    else if (!listener.isIdle()) {
      isPinged = true
      session.ping(() => {
        isPinged = false
      })
    }
  }, KEEPALIVE).unref()

  const failed = (error: Error) => {
    text = error.message
    session.destroy()
  }
  const said = ({ ':status': http, 'grpc-status': grpcStatus, 'grpc-message': message }: http2.IncomingHttpHeaders) => {
    const refused = http === undefined ? undefined : statusOfHttp(Number(http))
    if (refused !== undefined) [code, text] = [refused, `HTTP ${http}`]
    // A call that ended without an error still leaves pending appends unanswered: they fail with UNAVAILABLE.
    if (grpcStatus !== undefined && grpcStatus !== '0') code = Number(grpcStatus)
    if (message !== undefined) text = decodeText(String(message))
  }
  const read = messageReader((message) => listener.answered(decodeAppendAnswer(message)))
  session.on('error', failed)
  session.on('goaway', () => session.close())
  stream.on('error', failed)
  stream.on('response', said)
  stream.on('trailers', said)
  stream.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)))
    }
  })
  stream.once('close', () => {
    clearInterval(keepalive)
    session.destroy()
    listener.ended(code, text)
  })
  return {
    send: (frames) => void stream.write(frames),
    close: () => session.destroy(),
  }
}
