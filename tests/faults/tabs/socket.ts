import { Observable, timer } from 'rxjs'
import WebSocket from 'ws'
import type { RealtimeDeps } from '../../../frontend/src/realtime/events.ts'
import { backOffMs } from '../../../frontend/src/realtime/socket.ts'

export interface Wire extends RealtimeDeps {
  /** The network goes: the socket is torn down without a word, and another is opened as a browser would. */
  drop(): void
  /** Sockets opened so far. */
  opened(): number
  /** Messages taken so far. */
  taken(): number
}

export interface WireOptions {
  /** The addresses of those who serve; one after the other is tried. */
  urls: readonly string[]
  cookie: string
  /** Which address comes first. */
  turn?: number
  /** What a browser's patience is multiplied by. Default 1. */
  haste?: number
  /** How often what has arrived is drawn. Default 100, as a busy screen may. */
  frameMs?: number
}

/** What `createRealtime` needs of a browser: a socket of Node's, and patience. */
export function wireTo({ urls, cookie, turn = 0, haste = 1, frameMs = 100 }: WireOptions): Wire {
  let [opened, taken] = [0, 0]
  let current: WebSocket | undefined
  const open = (query: string) =>
    new Observable<unknown>((subscriber) => {
      const url = urls[(turn + opened++) % urls.length] ?? ''
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime?${query}`, {
        headers: { cookie, origin: url },
        perMessageDeflate: false,
      })
      current = socket
      socket.on('message', (text) => {
        taken++
        subscriber.next(JSON.parse(String(text)))
      })
      socket.on('error', (error) => subscriber.error(error))
      socket.on('close', () => subscriber.complete())
      return () => socket.terminate()
    })
  return {
    open,
    frame: () => timer(frameMs),
    wait: (attempt) => timer(backOffMs(attempt, Math.random()) * haste),
    drop: () => current?.terminate(),
    opened: () => opened,
    taken: () => taken,
  }
}
