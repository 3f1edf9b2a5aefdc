import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore, RecordedEvent } from '../../eventstore/index.ts'
import { frame, messageReader } from '../../eventstore/wire/framing.ts'
import { follow } from './contract.ts'
import { freshEventStore, freshStream, numbers } from './embedded.ts'

/**
 * EventStoreDB buffers 32 live events for a subscriber and throws out whoever is further behind, with ABORTED. This one stands before
 * the embedded event store and throws out everybody after so many messages, wherever they are.
 */
const PATIENCE = 40
const ABORTED = {
  'grpc-status': '10',
  'grpc-message': 'Operation timed out. Consumer too slow to handle event while live.',
}

let embedded: Awaited<ReturnType<typeof freshEventStore>>
let impatient: http2.Http2Server
let store: EventStore
let thrownOut = 0
beforeAll(async () => {
  embedded = await freshEventStore('tcp')
  const upstream = http2.connect(embedded.url.replace(/^esdb:(.*)\?.*$/, 'http:$1'))
  impatient = http2.createServer()
  impatient.on('close', () => upstream.destroy())
  impatient.on('stream', (stream, headers) => {
    const { ':path': path, ':method': method, 'content-type': type } = headers
    const call = upstream.request({ ':path': path, ':method': method, 'content-type': type, te: 'trailers' })
    for (const one of [stream, call]) one.on('error', () => undefined)
    // With a code, so that it is reset at once: closed without one it waits for what it was given to write, and a session
    // that is destroyed meanwhile sends its empty frames for ever.
    const cancel = () => call.close(http2.constants.NGHTTP2_CANCEL)
    stream.on('close', () => cancel())
    stream.pipe(call)
    let trailers: http2.OutgoingHttpHeaders = { 'grpc-status': '0' }
    let messages = 0
    const read = messageReader((message) => {
      if (stream.closed || stream.writableEnded) return
      stream.write(frame(message))
      if (!String(path).endsWith('/Read') || ++messages < PATIENCE) return
      thrownOut++
      trailers = ABORTED
      stream.end()
      cancel()
    })
    stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true })
    stream.once('wantTrailers', () => stream.sendTrailers(trailers))
    call.on('data', read)
    call.on('trailers', ({ 'grpc-status': status }) => {
      if (trailers !== ABORTED) trailers = { 'grpc-status': status }
    })
    call.on('end', () => stream.end())
  })
  impatient.listen(0, '127.0.0.1')
  await once(impatient, 'listening')
  store = connectEventStore(`esdb://127.0.0.1:${(impatient.address() as AddressInfo).port}?tls=false`)
})
afterAll(async () => {
  await store.close()
  impatient.close()
  await embedded.stop()
})

test('a subscriber that is thrown out for being too slow goes on from where it was: nothing is lost, repeated or out of order', async () => {
  const stream = freshStream()
  const { position } = await store.append(stream, numbers(1), 'none')
  const seen = follow(store, position)
  await seen.until(({ batches }) => batches.some(({ live }) => live))
  await store.append(stream, numbers(500, 1), 0n)
  for (let n = 501; n < 601; n += 10) await store.append(stream, numbers(10, n), BigInt(n - 1))
  await seen.until(() => seen.of(stream).length >= 600)
  const ns = (events: RecordedEvent[]) => events.map(({ data }) => (data as { n: number }).n)
  expect(ns(seen.of(stream))).toEqual(Array.from({ length: 600 }, (_, n) => n + 1))
  expect(thrownOut).toBeGreaterThan(10)
  await seen.stop()
})
