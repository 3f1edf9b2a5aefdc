import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http2 from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { frame } from '../../eventstore/wire/framing.ts'
import { field, message } from '../../eventstore/wire/protobuf.ts'

/** An authority and a certificate by it for `localhost`, made for this test. */
export const certificates = (dir: string) => {
  const at = (name: string) => join(dir, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-x509']
  const authority = (name: string) =>
    openssl('req', ...curve, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`)
  authority('ours')
  authority('theirs')
  const signed = ['-CA', 'ours.crt', '-CAkey', 'ours.key', '-addext', 'basicConstraints=critical,CA:FALSE']
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  openssl(
    'req',
    ...curve,
    ...signed,
    '-subj',
    '/CN=server',
    '-addext',
    names,
    '-keyout',
    'server.key',
    '-out',
    'server.crt',
  )
  return {
    ca: at('ours.crt'),
    otherCa: at('theirs.crt'),
    cert: readFileSync(at('server.crt')),
    key: readFileSync(at('server.key')),
  }
}
export type Certificates = ReturnType<typeof certificates>

/** Who may do what at a small server that answers as EventStoreDB does. */
export interface Answers {
  tls?: Certificates
  password?: string
  mayRead?: boolean
  mayAppend?: boolean
  /** VNodeState: 8 leads, 6 follows. */
  state?: number
  /** 127.0.0.1. */
  host?: string
}

const path = '/event_store.client.'

/** The answers of EventStoreDB 23.10 to what a probe asks; appends that it was sent are counted as `appends`. */
export async function smallStore(answers: Answers) {
  const code = (called: string, authorization: string | undefined): number => {
    if (called === `${path}gossip.Gossip/Read`) return 0
    const expected = `Basic ${Buffer.from(`loreloom:${answers.password}`).toString('base64')}`
    if (answers.password !== undefined && authorization !== undefined && authorization !== expected) return 16
    const may = called.endsWith('/Read') ? answers.mayRead : answers.mayAppend
    return may === false || (answers.password !== undefined && authorization === undefined) ? 7 : 0
  }
  const sockets = new Set<net.Socket>()
  const at = () => server.address() as AddressInfo
  const members = () =>
    frame(
      field(
        1,
        message(
          field(3, answers.state ?? 8),
          field(4, true),
          field(5, message(field(1, '127.0.0.1'), field(2, at().port))),
        ),
      ),
    )
  const server = answers.tls
    ? http2.createSecureServer({ cert: answers.tls.cert, key: answers.tls.key })
    : http2.createServer()
  server.on('connection', (socket: net.Socket) => void sockets.add(socket.on('error', () => {})))
  server.on('sessionError', () => {})
  server.on(
    'stream',
    (stream: http2.ServerHttp2Stream, { ':path': called = '', authorization }: http2.IncomingHttpHeaders) => {
      const status = code(called, authorization)
      stream.on('error', () => {})
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(status) }))
      stream.end(called.includes('gossip') ? members() : undefined)
      stream.resume()
    },
  )
  server.listen(0, answers.host ?? '127.0.0.1')
  await once(server, 'listening')
  return {
    port: at().port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One that takes connections and says what it is told to, and nothing else. */
export async function mute(greeting = '', answer = '') {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.write(greeting)
    if (answer) socket.on('data', () => socket.end(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
