import { once } from 'node:events'
import http2 from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import { frame } from '../../eventstore/wire/framing.ts'
import { field, message } from '../../eventstore/wire/protobuf.ts'
import type { Certificate } from '../certificates.ts'

/** Who may do what at a small server that answers as EventStoreDB does. */
export interface Answers {
  tls?: Certificate
  password?: string
  mayRead?: boolean
  mayAppend?: boolean
  /** VNodeState: 8 leads, 6 follows. */
  state?: number
  /** Refuses users by plain HTTP (401, 403), as EventStoreDB does before gRPC sees a call. */
  refusesByHttp?: true
  /** 127.0.0.1. */
  host?: string
}

const path = '/event_store.client.'
/** By gRPC status. */
const httpRefusals: Record<number, number> = { 16: 401, 7: 403 }

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
  const server = answers.tls ? http2.createSecureServer(answers.tls) : http2.createServer()
  server.on('connection', (socket: net.Socket) => void sockets.add(socket.on('error', () => {})))
  server.on('sessionError', () => {})
  server.on(
    'stream',
    (stream: http2.ServerHttp2Stream, { ':path': called = '', authorization, ...rest }: http2.IncomingHttpHeaders) => {
      const status = code(called, authorization)
      stream.on('error', () => {})
      const http = rest['content-type'] === 'application/grpc' ? httpRefusals[status] : 415
      if (http !== undefined && (http === 415 || answers.refusesByHttp))
        return stream.respond({ ':status': http }, { endStream: true })
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
