import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { closeCodes } from './messages.ts'

/** Bytes that may wait to be taken by a client, before it is told to come back when it can. */
const patience = 1024 * 1024
const goodbyeMs = 2000

/** The sending side of a socket, that does not let a slow client fill the memory. */
export interface Line {
  send(message: string): void
  /** Sends what `frameOf` made, which many lines may share. */
  pass(frame: Buffer): void
  /** What is sent until it is let go leaves at once: one write for a crowd of messages. */
  hold(): void
  letGo(): void
  /** Resolves once everything sent so far is on its way, or the line is closed. */
  drained(): Promise<void>
  close(code: number, reason: string): void
  isOpen(): boolean
  /** Whether much is waiting to be taken: who can wait had better. */
  isFull(): boolean
}

/** `stream` is what the socket's bytes go through. */
export const lineOf = (
  socket: WebSocket,
  stream: Duplex | undefined,
  limit = patience,
  closing: (code: number) => void = () => undefined,
): Line => {
  const isOpen = () => socket.readyState === socket.OPEN
  const close = (code: number, reason: string) => {
    if (socket.readyState >= socket.CLOSING) return
    closing(code)
    socket.close(code, reason)
    // Who does not read does not answer either.
    const timer = setTimeout(() => socket.terminate(), goodbyeMs)
    socket.once('close', () => clearTimeout(timer))
  }
  /** Runs for who can take more; who cannot has to come back. */
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
    // Between two frames of ours there is never half of another: they are not compressed, and each is whole.
    pass(frame) {
      // What is held back here is no sign of a slow client.
      if (stream?.writableCorked && socket.bufferedAmount > limit / 4) {
        stream.uncork()
        stream.cork()
      }
      ifTaking(() => void stream?.write(frame))
    },
    hold: () => stream?.cork(),
    letGo: () => stream?.uncork(),
    drained: () =>
      new Promise((resolve) => {
        if (!isOpen() || socket.bufferedAmount === 0) return resolve()
        socket.once('close', resolve)
        // A frame is flushed in its turn, after all before it.
        socket.ping(undefined, undefined, () => {
          socket.off('close', resolve)
          resolve()
        })
      }),
  }
}

/** Lines that are held until all are let go; where there is only one message to send, none is. */
export const holding = (several: boolean) => {
  const held = new Set<Line>()
  return {
    hold(line: Line) {
      if (!several || held.has(line)) return
      held.add(line)
      line.hold()
    },
    letGo() {
      for (const line of held) line.letGo()
    },
  }
}
