import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http2 from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import { EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAppendLane, LaneError, laneTarget } from '../../eventstore/append-lane.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore } from '../../eventstore/index.ts'
import { libraryClient } from '../../eventstore/library-client.ts'
import { freshEventStore, freshStream, numbered, numbers } from './embedded.ts'

let embedded: Awaited<ReturnType<typeof freshEventStore>>
let store: EventStore
beforeAll(async () => {
  embedded = await freshEventStore('tcp')
  store = connectEventStore(embedded)
})
afterAll(async () => {
  await store.close()
  await embedded.stop()
})

/** Passes calls on to the event store, but for some that it says it does not know, as an older server would. */
async function olderServer(unknown: RegExp) {
  const { port } = new URL(embedded.url)
  const upstream = http2.connect(`http://127.0.0.1:${port}`)
  const server = http2.createServer()
  server.on('stream', (stream, headers) => {
    if (unknown.test(String(headers[':path'])))
      return stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' },
        { endStream: true },
      )
    const { ':path': path, ':method': method, 'content-type': type } = headers
    const call = upstream.request({ ':path': path, ':method': method, 'content-type': type, te: 'trailers' })
    stream.pipe(call)
    let trailers = {}
    call.on('response', (answer) => {
      // What has no body says all that there is to say at once.
      if (answer['grpc-status'] !== undefined) return stream.respond(answer, { endStream: true })
      stream.respond(answer, { waitForTrailers: true })
      stream.once('wantTrailers', () => stream.sendTrailers(trailers))
      call.pipe(stream)
    })
    call.on('trailers', (last) => {
      const { 'grpc-status': status } = last
      trailers = { 'grpc-status': status }
    })
    for (const one of [stream, call]) one.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `esdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`,
    close() {
      upstream.destroy()
      server.close()
    },
  }
}

test('a server that knows no batch appends is appended to all the same', async () => {
  const older = await olderServer(/BatchAppend|GetSupportedMethods/)
  const over = connectEventStore(older.url)
  const stream = freshStream()
  expect((await over.append(stream, numbers(3), 'none')).revision).toBe(2n)
  expect((await over.append(stream, numbers(1, 3), 2n)).revision).toBe(3n)
  expect((await store.read(stream)).events).toHaveLength(4)
  await over.close()
  older.close()
})

test('a server that could not be asked what it knows is appended to all the same', async () => {
  const { port } = new URL(embedded.url)
  // Two hosts make the library discover; at first none of them is there.
  const client = libraryClient(`esdb://127.0.0.1:1,127.0.0.1:${port}?tls=false`)
  const supports = (client as unknown as { supports: () => Promise<boolean> }).supports
  Object.defineProperty(client, 'capabilities', { get: () => Promise.reject(new Error('Failed to discover')) })
  expect(await supports()).toBe(true)
  await client.dispose()
})

test('an append that is too large is refused, however large, and disturbs no other', { tags: 'long' }, async () => {
  const sized = (size: number) => ({ ...numbered(0), data: { text: 'x'.repeat(size) } })
  const stream = freshStream()
  const results = await Promise.allSettled([
    store.append(freshStream(), [sized(1_100_000)], 'none'),
    store.append(freshStream(), [sized(5_000_000)], 'none'),
    store.append(stream, numbers(2), 'none'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect((await store.read(stream)).events).toHaveLength(2)
})

test('an append to a stream that is gone for good fails, and is not tried again', async () => {
  const client = EventStoreDBClient.connectionString(embedded.url)
  const stream = freshStream()
  await store.append(stream, numbers(1), 'none')
  await client.tombstoneStream(stream)
  await expect(store.append(stream, numbers(1), 'any')).rejects.toMatchObject({ code: 5 })
  await client.dispose()
})

test('what is under way when the connection goes is unavailable, and the next append connects anew', async () => {
  const silent = net.createServer()
  const connections: net.Socket[] = []
  silent.on('connection', (socket) => void connections.push(socket.on('error', () => undefined)))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const target = laneTarget(`esdb://127.0.0.1:${(silent.address() as AddressInfo).port}?tls=false`)
  if (!target) throw new Error('There is no lane')
  const lane = createAppendLane(target)
  for (const count of [1, 2]) {
    const appends = [1, 2, 3].map(() => lane.append(`s-${randomUUID()}`, numbers(1), 'none'))
    await expect.poll(() => connections.length).toBe(count)
    connections.at(-1)?.destroy()
    for (const { reason } of (await Promise.allSettled(appends)) as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(LaneError)
      expect(reason.code).toBe(14)
    }
  }
  lane.close()
  await expect(lane.append('s-1', numbers(1), 'any')).rejects.toMatchObject({ code: 14 })
  silent.close()
})

test('leads to one server without encryption; anything else is the library’s', () => {
  expect(laneTarget('unix:/run/es.sock')?.connect).toEqual({ path: '/run/es.sock' })
  expect(laneTarget('esdb://es.example.org?tls=false')?.connect).toEqual({ host: 'es.example.org', port: 2113 })
  expect(laneTarget('esdb://[::1]:1234?tls=false')?.connect).toEqual({ host: '::1', port: 1234 })
  for (const url of [
    'esdb://es.example.org:2113',
    'esdb://es.example.org:2113?tls=true',
    'esdb+discover://es.example.org:2113?tls=false',
    'esdb://a:2113,b:2113?tls=false',
  ])
    expect(laneTarget(url)).toBeUndefined()
})
