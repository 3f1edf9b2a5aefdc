import WebSocket from 'ws'
import type { Person } from '../../bench/lib/people.ts'

/** A socket and what was heard on it: places of the feed with the time of each, in order. */
export interface Ear {
  heard: { place: string; at: number }[]
  /** The position to resume after. */
  last(): string | undefined
  /** Stops taking anything from the network, as a laptop that was closed; and takes it again. */
  pause(): void
  resume(): void
  /** Resolves with the code that it was closed with, from whichever side. */
  closed: Promise<number>
  close(): void
}

/** Opens a socket and resolves when it stands. */
export async function openEar(url: string, { headers }: Person, after?: string): Promise<Ear> {
  const query = after === undefined ? '' : `?after=${after}`
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime${query}`, {
    headers,
    perMessageDeflate: false,
  })
  const heard: Ear['heard'] = []
  const stands = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<number>()
  let last: string | undefined
  socket.on('error', stands.reject)
  socket.on('message', (message: Buffer) => {
    const place = placeOf(message)
    if (!place) return stands.resolve()
    last = place.split(' ')[0]
    heard.push({ place, at: performance.now() })
  })
  socket.on('close', (code) => {
    stands.reject(new Error(`Closed with ${code}`))
    closed.resolve(code)
  })
  await stands.promise
  return {
    heard,
    last: () => last,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    closed: closed.promise,
    close: () => socket.terminate(),
  }
}

/** What tells lines apart: position, and what is said there. Undefined for what has no place, as greetings. */
export function placeOf(message: Buffer): string | undefined {
  const begins = message.subarray(0, 400).toString()
  const [, position] =
    /^\{(?:"id":"[^"]+",)?"type":"[A-Za-z]+",(?:"stream":"[^"]+",)?"position":"(\d+)"/.exec(begins) ?? []
  const [, what] = /^\{(?:"id":"([^"]+)")/.exec(begins) ?? []
  return position && `${position} ${what ?? begins.slice(0, 120)}`
}
