import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { closeCodes } from './messages.ts'

/** Bytes buffered for a client before its socket is closed with the request to reconnect. */
const bufferLimit = 1024 * 1024
const goodbyeMs = 2000

/** The sending side of a socket, which keeps a slow client from filling the memory. */
export interface SocketWriter {
  send(message: string): void
  /** Sends a frame made by `frameOf`, which may be shared. */
  write(frame: Buffer): void
  /** Holds messages until uncorked: one write for a batch of messages. */
  cork(): void
  uncork(): void
  /** Resolves once everything sent so far is on its way, or the writer is closed. */
  drained(): Promise<void>
  close(code: number, reason: string): void
  isOpen(): boolean
  /** True if much is buffered; callers that can wait should. */
  isFull(): boolean
}

/** `stream` is the socket's underlying stream. */
export const socketWriter = (
  socket: WebSocket,
  stream: Duplex | undefined,
  limit = bufferLimit,
  closing: (code: number) => void = () => undefined,
): SocketWriter => {
  const isOpen = () => socket.readyState === socket.OPEN
  const close = (code: number, reason: string) => {
    if (socket.readyState >= socket.CLOSING) return
    closing(code)
    socket.close(code, reason)
    // A client that does not read does not answer the close frame either.
    const timer = setTimeout(() => socket.terminate(), goodbyeMs)
    socket.once('close', () => clearTimeout(timer))
  }
  /** Runs `write` unless too much is buffered for the client; then it closes the socket, and the client must reconnect. */
  const ifTaking = (write: () => void) => {
    if (!isOpen()) return
    if (socket.bufferedAmount > limit) close(closeCodes.tooSlow, 'too slow: resume after the last position')
    else write()
  }
  return {
    isOpen,
    isFull: () => socket.bufferedAmount > limit / 4,
    close,
    send: (message) => ifTaking(() => socket.send(message)),
    // Frames are never interleaved: they are uncompressed and written as a whole.
    write(frame) {
      // Flushes corked data, which counts as buffered although the client is not slow.
      if (stream?.writableCorked && socket.bufferedAmount > limit / 4) {
        stream.uncork()
        stream.cork()
      }
      ifTaking(() => void stream?.write(frame))
    },
    cork: () => stream?.cork(),
    uncork: () => stream?.uncork(),
    drained: () =>
      new Promise((resolve) => {
        if (!isOpen() || socket.bufferedAmount === 0) return resolve()
        socket.once('close', resolve)
        // The callback runs once all earlier frames are flushed.
        socket.ping(undefined, undefined, () => {
          socket.off('close', resolve)
          resolve()
        })
      }),
  }
}

/** Corks writers until all are uncorked; for a single message none is corked. */
export const corking = (several: boolean) => {
  const corked = new Set<SocketWriter>()
  return {
    cork(writer: SocketWriter) {
      if (!several || corked.has(writer)) return
      corked.add(writer)
      writer.cork()
    },
    uncork() {
      for (const writer of corked) writer.uncork()
    },
  }
}
