import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { GOSSIP } from '../../eventstore/embedded/access.ts'
import { batchConflict } from '../../eventstore/embedded/write-replies.ts'
import { frame, messageReader } from '../../eventstore/wire/framing.ts'
import { EMPTY, eachField, field, message, readBytes } from '../../eventstore/wire/protobuf.ts'

/**
 * What becomes of appends: they are answered; or held, as by a follower that has no leader; or written without an answer, as by a leader
 * that dies; or refused for the version, as by a store that does not know them again.
 */
type How = 'answer' | 'hold' | 'mute' | 'forget'

/** A member of a cluster, as gossip describes it. */
export interface GossipMember {
  port: number
  state: 'follower' | 'leader'
  isAlive: boolean
}
const states = { follower: 7, leader: 8 }

const gossipOf = (members: readonly GossipMember[]): Buffer =>
  frame(
    message(
      ...members.map(({ port, state, isAlive }) => {
        const id = message(field(2, `00000000-0000-4000-8000-${String(port).padStart(12, '0')}`))
        const endpoint = message(field(1, '127.0.0.1'), field(2, port))
        return field(
          1,
          message(field(1, id), field(2, 1n), field(3, states[state]), field(4, isAlive), field(5, endpoint)),
        )
      }),
    ),
  )

/** Stands before an event store as a cluster does that loses its leader and elects another; or as one member of it, whose gossip is given. */
export async function failingOver(url: string, gossip?: () => readonly GossipMember[]) {
  const upstream = http2.connect(url.replace(/^esdb:(.*)\?.*$/, 'http:$1'))
  upstream.on('error', () => undefined)
  const server = http2.createServer()
  const sessions = new Set<http2.ServerHttp2Session>()
  const held: (() => void)[] = []
  let how: How = 'answer'
  let taken = 0
  let answered = () => {}
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined)
    session.once('close', () => sessions.delete(session))
  })
  server.on('stream', (stream, headers) => {
    const { ':path': path, ':method': method, ':authority': authority, 'content-type': type } = headers
    stream.on('error', () => undefined)
    if (gossip && path === GOSSIP) {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': 0 }))
      stream.end(gossipOf(gossip()))
      return
    }
    // A cluster's member is where it was asked for.
    const call = upstream.request({
      ':path': path,
      ':method': method,
      ':authority': authority,
      'content-type': type,
      te: 'trailers',
    })
    call.on('error', () => undefined)
    stream.on('close', () => call.close(http2.constants.NGHTTP2_CANCEL))
    let trailers: http2.OutgoingHttpHeaders = {}
    call.on('trailers', ({ 'grpc-status': status, 'grpc-message': text, exception }) => {
      trailers = Object.fromEntries(
        Object.entries({ 'grpc-status': status, 'grpc-message': text, exception }).filter(([, value]) => value),
      )
    })
    call.on('response', (answer) => {
      if (stream.closed) return
      if (answer['grpc-status'] !== undefined) return stream.respond(answer, { endStream: true })
      stream.respond(answer, { waitForTrailers: true })
      stream.once('wantTrailers', () => stream.sendTrailers(trailers))
    })
    if (!path?.endsWith('/BatchAppend')) {
      stream.pipe(call).pipe(stream)
      return
    }
    const take = messageReader((message) => {
      taken++
      const pass = () => call.closed || call.write(frame(message))
      if (how === 'hold') held.push(pass)
      else pass()
    })
    const give = messageReader((message) => {
      if (how === 'mute' || stream.closed) return
      stream.write(how === 'forget' ? refused(message) : frame(message))
      answered()
    })
    stream.on('data', take)
    stream.on('end', () => call.end())
    call.on('data', give)
    call.on('end', () => stream.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    port,
    /** As one server, and as a cluster, which the client library appends to by itself. */
    urls: { lane: `esdb://${host}?tls=false`, library: `esdb://${host},${host}?tls=false` },
    /** Appends that came since the last loss. */
    taken: () => taken,
    /** Resolves when an append is answered next. */
    nextAnswer: () =>
      new Promise<void>((resolve) => {
        answered = resolve
      }),
    /** The leader goes, and every connection with it. */
    lose(then: How) {
      how = then
      taken = 0
      for (const session of sessions) session.destroy()
    },
    /** From now on appends are dealt with so. */
    elect(then: How = 'answer') {
      how = then
    },
    /** What was held is written after all, long after. */
    release() {
      for (const pass of held.splice(0)) pass()
    },
    /** Refuses all connections, as a host that is down, until `comeBack`. */
    goDown() {
      server.close()
      for (const session of sessions) session.destroy()
    },
    async comeBack() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close() {
      for (const session of sessions) session.destroy()
      upstream.destroy()
      server.close()
    },
  }
}

/** The same answer, as a wrong version. */
function refused(answer: Buffer): Buffer {
  const to = { correlation: EMPTY, identifier: EMPTY, expected: 'none' as const }
  eachField(answer, (field, cursor) => {
    if (field === 1) to.correlation = readBytes(cursor)
    if (field === 4) to.identifier = readBytes(cursor)
  })
  return batchConflict(to, 0n)
}
