import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { batchConflict } from '../../eventstore/embedded/write-replies.ts'
import { frame, messageReader } from '../../eventstore/wire/framing.ts'
import { EMPTY, eachField, readBytes } from '../../eventstore/wire/protobuf.ts'

/**
 * What becomes of appends: they are answered; or held, as by a follower that has no leader; or written without an answer, as by a leader
 * that dies; or refused for the version, as by a store that does not know them again.
 */
type How = 'answer' | 'hold' | 'mute' | 'forget'

/** Stands before an event store as a cluster does that loses its leader and elects another. */
export async function failingOver(url: string) {
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
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
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
