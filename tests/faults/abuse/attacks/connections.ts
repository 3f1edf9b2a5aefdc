import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { type Account, password, type Sent } from '../account.ts'
import { type Attack, type Attacker, flood, repeat } from '../attack.ts'

/** Sessions, sockets and requests that cost by their number, size or slowness. */

const openRaw = ({ url }: Account, signal: AbortSignal): Socket => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  return socket
}
const headOf = ({ headers }: Account, line: string, more: Record<string, string> = {}) =>
  `${line} HTTP/1.1\r\nhost: localhost\r\n${Object.entries({ ...headers, ...more })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}`

/** Keeps so many connections open, each of which sends a piece from time to time. */
const trickle = (attacker: Attacker, connections: number, head: string, piece: (n: number) => string) => {
  return async (signal: AbortSignal) => {
    const one = async () => {
      while (!signal.aborted) {
        const socket = openRaw(attacker, signal)
        const ended = new Promise((resolve) => socket.once('close', resolve))
        socket.write(head)
        for (let n = 0; !signal.aborted && !socket.destroyed; n++) {
          socket.write(piece(n))
          await Promise.race([pause(100), ended])
        }
        attacker.count({ status: 'cut off', ms: 0, body: undefined })
      }
    }
    await Promise.all(Array.from({ length: connections }, one))
  }
}

/** Opens a socket and reads what it catches up with, for a moment. */
const listen = ({ url, headers }: Account, query: string, signal: AbortSignal): Promise<Sent> => {
  const { promise, resolve } = Promise.withResolvers<Sent>()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime${query}`, { headers })
  const end = (status: Sent['status']) => {
    resolve({ status, ms: 0, body: undefined })
    socket.terminate()
  }
  socket.once('unexpected-response', (_request, { statusCode = 0 }) => end(statusCode))
  socket.once('error', () => end('cut off'))
  socket.once('open', () => void pause(200).then(() => end(200)))
  signal.addEventListener('abort', () => end('cut off'), { once: true })
  return promise
}

export const connections: readonly Attack[] = [
  {
    name: 'sign-ins with the right password, each a new session',
    as: 'free',
    routes: ['POST /api/auth/sign-in/email'],
    prepare: (attacker) =>
      repeat(attacker, 10, ['POST', '/api/auth/sign-in/email'], () => ({ body: { email: attacker.email, password } })),
  },
  {
    name: 'sign-ins with wrong passwords from many addresses',
    as: 'stranger',
    routes: ['POST /api/auth/sign-in/email'],
    prepare: (attacker) =>
      repeat(attacker, 20, ['POST', '/api/auth/sign-in/email'], (n) => ({
        body: { email: `${n % 50}@example.org`, password: 'wrong horse battery' },
        headers: { 'x-forwarded-for': `172.16.${(n >> 8) & 255}.${n & 255}` },
      })),
  },
  {
    name: 'sign-ups from many addresses',
    as: 'stranger',
    routes: ['POST /api/auth/sign-up/email'],
    prepare: (attacker) =>
      flood(10, async (n, signal) => {
        const headers = { 'x-forwarded-for': `172.17.${(n >> 8) & 255}.${n & 255}` }
        const body = { name: 'Mallory', email: `mallory-${n}-${process.pid}@example.org`, password }
        const url = `${attacker.url}/api/auth/sign-up/email`
        const sent = await fetch(url, {
          method: 'POST',
          headers: { origin: attacker.url, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal,
        }).then(
          ({ status }): Sent => ({ status, ms: 0, body: undefined }),
          (): Sent => ({ status: 'cut off', ms: 0, body: undefined }),
        )
        return attacker.count(sent)
      }),
  },
  {
    name: 'requests of eight sessions of one account',
    as: 'free',
    routes: ['GET /api/users/me'],
    async prepare(attacker) {
      const cookies: string[] = []
      for (let n = 0; n < 8; n++) {
        await attacker.need('POST', '/api/auth/sign-in/email', { body: { email: attacker.email, password } })
        cookies.push(attacker.headers.cookie ?? '')
      }
      return repeat(attacker, 40, ['GET', `/api/conjurations/${attacker.lore}`], (n) => ({
        headers: { cookie: cookies[n % cookies.length] ?? '' },
      }))
    },
  },
  {
    name: '600 requests at once, the budget of a minute',
    as: 'free',
    routes: ['GET /api/conjurations'],
    prepare: (attacker) => async (signal) => {
      const path = `/api/conjurations?campaignId=${attacker.campaignId}&limit=100`
      const all = Array.from({ length: 600 }, async () => attacker.count(await attacker.send('GET', path, { signal })))
      await Promise.all(all)
    },
  },
  {
    name: 'sockets that read everything from the beginning',
    as: 'member',
    routes: ['GET /api/realtime'],
    prepare: (attacker) => flood(30, async (_n, signal) => attacker.count(await listen(attacker, '?after=0', signal))),
  },
  {
    name: '100 requests whose headers arrive byte by byte',
    as: 'stranger',
    routes: ['GET /api/version'],
    prepare: (attacker) => trickle(attacker, 100, headOf(attacker, 'GET /api/version'), (n) => `x-${n}: a\r\n`),
  },
  {
    name: '100 requests whose bodies arrive byte by byte',
    as: 'free',
    routes: ['POST /api/content-segments'],
    prepare(attacker) {
      const more = { 'content-type': 'application/json', 'content-length': '200000' }
      const head = `${headOf(attacker, 'POST /api/content-segments', more)}\r\n`
      return trickle(attacker, 100, head, () => '[')
    },
  },
  {
    name: '100 uploads that arrive byte by byte',
    as: 'free',
    routes: ['POST /api/images/upload', 'POST /api/campaigns/{id}/files'],
    prepare(attacker) {
      const more = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '9000000' }
      const line = `POST /api/images/upload?campaignId=${attacker.campaignId}`
      const part =
        '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
      return trickle(attacker, 100, `${headOf(attacker, line, more)}\r\n${part}`, () => 'x')
    },
  },
  {
    name: '100 requests that wait for a position of the future',
    as: 'free',
    routes: ['GET /api/users/me'],
    prepare: (attacker) =>
      repeat(attacker, 100, ['GET', '/api/users/me'], () => ({ headers: { 'min-position': '9007199254740000' } })),
  },
  {
    name: 'bodies of 10 MB and headers of 60 kB',
    as: 'free',
    routes: ['POST /api/conjurations'],
    prepare(attacker) {
      const raw = Buffer.alloc(10 * 2 ** 20, 'a')
      const headers = { 'content-type': 'application/json' }
      const bodies = repeat(attacker, 5, ['POST', '/api/conjurations'], () => ({ raw, headers }))
      const heads = repeat(attacker, 10, ['GET', '/api/users/me'], () => ({
        headers: { 'x-long': 'a'.repeat(60_000) },
      }))
      const paths = repeat(attacker, 10, ['GET', `/api/conjurations?${'a=1&'.repeat(3_000)}`])
      return (signal) => Promise.all([bodies(signal), heads(signal), paths(signal)])
    },
  },
]
