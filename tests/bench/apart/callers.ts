import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { answer } from '../lib/apart.ts'

/** Callers that ask for the paths in turn, each again as soon as it is answered, or when it is time. */
export interface Calls {
  /** An http address without a path. */
  url: string
  paths: string[]
  headers: Record<string, string>
  callers: number
  /** How often all of them together ask; absent: as often as they can. */
  perSecond?: number
  seconds: number
  /** Seconds before them that do not count. */
  warmUp: number
}

export interface Called {
  /** Milliseconds until each answer, from when it was time to ask: what waits in line shows. */
  took: number[]
  bytes: number
}

const head = Buffer.from('\r\n\r\n')

/**
 * HTTP as little as it takes, so that the load is a small part of the machine's: one connection a caller, one request at a time,
 * answers that say how long they are.
 */
async function call({ url, paths, headers, callers, perSecond, seconds, warmUp }: Calls): Promise<Called> {
  const { hostname, port, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`))
  const called: Called = { took: [], bytes: 0 }
  const start = performance.now()
  const from = start + warmUp * 1000
  const until = from + seconds * 1000

  const caller = async (first: number) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    const read = reader(socket)
    for (let n = first; performance.now() < until; n += callers) {
      const since = perSecond === undefined ? performance.now() : start + (n * 1000) / perSecond
      if (since > performance.now()) await pause(since - performance.now())
      socket.write(requests[n % requests.length] as Buffer)
      const bytes = await read()
      if (since < from) continue
      called.took.push(performance.now() - since)
      called.bytes += bytes
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)))
  return called
}

/** Reads one answer after the other; resolves with the bytes of its body. */
const reader = (socket: net.Socket) => {
  let waiting = Promise.withResolvers<number>()
  // It may close before anybody reads.
  waiting.promise.catch(() => undefined)
  let said = Buffer.alloc(0)
  let [missing, length] = [-1, 0]
  socket.on('error', (error) => waiting.reject(error))
  socket.on('close', () => waiting.reject(new Error('The server closed the connection')))
  socket.on('data', (chunk) => {
    if (missing >= 0) missing -= chunk.length
    else {
      said = said.length === 0 ? chunk : Buffer.concat([said, chunk])
      const end = said.indexOf(head)
      if (end < 0) return
      const about = said.toString('latin1', 0, end)
      const size = /\r\ncontent-length: (\d+)/i.exec(about)?.[1]
      if (!about.startsWith('HTTP/1.1 200 ') || size === undefined)
        return waiting.reject(new Error(said.toString('utf8', 0, 500)))
      length = Number(size)
      missing = length - (said.length - end - head.length)
      said = Buffer.alloc(0)
    }
    if (missing > 0) return
    missing = -1
    const { resolve } = waiting
    waiting = Promise.withResolvers()
    waiting.promise.catch(() => undefined)
    resolve(length)
  })
  return () => waiting.promise
}

const duties = { call }
export type Callers = typeof duties
answer(duties)
