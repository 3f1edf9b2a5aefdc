import type { WebSocket } from 'ws'
import { closeCodes } from './messages.ts'

/** Bytes that may wait to be taken by a client, before it is told to come back when it can. */
const patience = 1024 * 1024
const goodbyeMs = 2000

/** The sending side of a socket, that does not let a slow client fill the memory. */
export interface Line {
  send(message: string): void
  /** Resolves once everything sent so far is on its way, or the line is closed. */
  drained(): Promise<void>
  close(code: number, reason: string): void
  isOpen(): boolean
  /** Whether much is waiting to be taken: who can wait had better. */
  isFull(): boolean
}

export const lineOf = (
  socket: WebSocket,
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
  return {
    isOpen,
    isFull: () => socket.bufferedAmount > limit / 4,
    close,
    send(message) {
      if (!isOpen()) return
      if (socket.bufferedAmount > limit) close(closeCodes.tooSlow, 'too slow: resume after the last position')
      else socket.send(message)
    },
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
