import { randomUUID } from 'node:crypto'
import {
  ANY,
  type AppendExpectedRevision,
  BACKWARDS,
  binaryEvent,
  END,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCHEMA } from '../../eventstore/embedded/schema.ts'
import { freshDatabase } from '../postgres.ts'
import { freshEventStore, freshStream } from './embedded.ts'
import { killableEventStore } from './killable.ts'

/** What the real client, as it comes, must find: EventStoreDB. */
let embedded: Awaited<ReturnType<typeof freshEventStore>>
let client: EventStoreDBClient
beforeAll(async () => {
  embedded = await freshEventStore('tcp')
  client = EventStoreDBClient.connectionString(embedded.url)
})
afterAll(async () => {
  await client.dispose()
  await embedded.stop()
})

const event = (n = 0, id = randomUUID()) => jsonEvent({ id, type: 'Numbered', data: { n } })
const events = (count: number) => Array.from({ length: count }, (_, n) => event(n))
const append = (stream: string, what: ReturnType<typeof event>[], expectedRevision: AppendExpectedRevision = ANY) =>
  client.appendToStream(stream, what, { expectedRevision })

async function read(stream: string, options: Parameters<EventStoreDBClient['readStream']>[1] = {}) {
  const found: bigint[] = []
  for await (const { event } of client.readStream(stream, options)) if (event) found.push(event.revision)
  return found
}

describe('appending', () => {
  test('also works call by call, as the client does it when credentials are given', async () => {
    const stream = freshStream()
    const alone = { credentials: { username: 'admin', password: 'changeit' } }
    const first = await client.appendToStream(stream, events(2), { expectedRevision: NO_STREAM, ...alone })
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n })
    expect(await read(stream)).toEqual([0n, 1n])
    const late = client.appendToStream(stream, events(1), { expectedRevision: 0n, ...alone })
    await expect(late).rejects.toMatchObject({ streamName: stream, expectedVersion: 0n, actualVersion: 1n })
    const big = client.appendToStream(stream, jsonEvent({ type: 'Big', data: { text: 'x'.repeat(1_048_576) } }), alone)
    await expect(big).rejects.toBeInstanceOf(MaxAppendSizeExceededError)
  })

  test('a wrong version says which one was expected and which one it is', async () => {
    const stream = freshStream()
    const missing = append(stream, events(1), 3n)
    await expect(missing).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await expect(missing).rejects.toMatchObject({ streamName: stream, expectedVersion: 3n, actualVersion: 'no_stream' })
    await expect(append(stream, events(1), STREAM_EXISTS)).rejects.toMatchObject({ actualVersion: 'no_stream' })
    await append(stream, events(2), NO_STREAM)
    await expect(append(stream, events(1), NO_STREAM)).rejects.toMatchObject({
      expectedVersion: 'no_stream',
      actualVersion: 1n,
    })
    await expect(append(stream, events(1), 5n)).rejects.toMatchObject({ expectedVersion: 5n, actualVersion: 1n })
  })

  test('nothing answers with where the stream stands', async () => {
    const stream = freshStream()
    expect((await append(stream, [])).success).toBe(true)
    await append(stream, events(3))
    expect((await append(stream, [], 2n)).nextExpectedRevision).toBe(2n)
    await expect(read(freshStream())).rejects.toBeInstanceOf(StreamNotFoundError)
  })

  test('keeps bytes as they are', async () => {
    const stream = freshStream()
    const data = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    await client.appendToStream(stream, binaryEvent({ type: 'Bytes', data, metadata: data }))
    for await (const { event: found } of client.readStream(stream)) {
      expect(found).toMatchObject({ isJson: false, data: new Uint8Array(data), metadata: new Uint8Array(data) })
    }
  })

  test('takes names in any language, and quotes', async () => {
    for (const name of [`'; drop table events --`, 'ünï-\\☃', '%_%', 'a'.repeat(1900)]) {
      const stream = freshStream(name)
      await append(stream, events(1))
      expect(await read(stream)).toEqual([0n])
    }
    await expect(append('x'.repeat(20_000), events(1))).rejects.toThrow()
    expect(await read(freshStream()).catch((error) => error)).toBeInstanceOf(StreamNotFoundError)
  })

  test('many callers of many clients at once all get their own answer', async () => {
    const clients = Array.from({ length: 4 }, () => EventStoreDBClient.connectionString(embedded.url))
    const results = await Promise.all(
      Array.from({ length: 400 }, async (_, n) => {
        const stream = freshStream()
        await clients[n % 4]?.appendToStream(stream, events(1 + (n % 3)), { expectedRevision: NO_STREAM })
        return (await read(stream)).length === 1 + (n % 3)
      }),
    )
    expect(results.every(Boolean)).toBe(true)
    await Promise.all(clients.map((one) => one.dispose()))
  })
})

describe('the same ids again', () => {
  test.each([ANY, STREAM_EXISTS, 0n] as const)('expecting %s succeed with the first place', async (expected) => {
    const stream = freshStream()
    await append(stream, events(1))
    const two = events(2)
    const first = await append(stream, two, expected)
    await append(stream, events(1))
    expect(await append(stream, two, expected)).toEqual(first)
    expect(await read(stream)).toHaveLength(4)
  })

  test('at once succeed all, and are there once', async () => {
    const stream = freshStream()
    const two = events(2)
    const results = await Promise.all([...Array(10)].map((_, n) => append(stream, two, n % 2 ? ANY : NO_STREAM)))
    expect(new Set(results.map(({ position }) => position?.commit)).size).toBe(1)
    expect(await read(stream)).toEqual([0n, 1n])
  })

  test('with another after the known one are a wrong version', async () => {
    const stream = freshStream()
    const [one, two, other] = events(3) as [
      ReturnType<typeof event>,
      ReturnType<typeof event>,
      ReturnType<typeof event>,
    ]
    await append(stream, [one, two])
    await expect(append(stream, [one, other])).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await expect(append(stream, [one, other], NO_STREAM)).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await expect(append(stream, [one, two, other], NO_STREAM)).rejects.toBeInstanceOf(WrongExpectedVersionError)
    expect((await append(stream, [one], NO_STREAM)).nextExpectedRevision).toBe(0n)
  })

  test('in another stream are other events', async () => {
    const one = [event()]
    await append(freshStream(), one)
    const stream = freshStream()
    await append(stream, one)
    expect(await read(stream)).toEqual([0n])
  })
})

describe('stream metadata', () => {
  test('is what was set last', async () => {
    const stream = freshStream()
    expect(await client.getStreamMetadata(stream)).toEqual({ streamName: stream })
    await client.setStreamMetadata(stream, { maxCount: 3, colour: 'red' })
    await client.setStreamMetadata(stream, { maxCount: 2 })
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 2 })
  })

  test('maxCount, truncateBefore and maxAge leave out events, both ways and when subscribing', async () => {
    const stream = freshStream()
    await append(stream, events(10))
    await client.setStreamMetadata(stream, { maxCount: 3 })
    expect(await read(stream)).toEqual([7n, 8n, 9n])
    expect(await read(stream, { direction: BACKWARDS, fromRevision: END })).toEqual([9n, 8n, 7n])
    await client.setStreamMetadata(stream, { truncateBefore: 8 })
    expect(await read(stream)).toEqual([8n, 9n])
    expect(await take(client.subscribeToStream(stream), 2)).toEqual([8n, 9n])
    await client.setStreamMetadata(stream, { maxAge: 3600 })
    expect(await read(stream)).toHaveLength(10)
  })
})

describe('deleting', () => {
  test('hides a stream until the next append, which goes on counting', async () => {
    const stream = freshStream()
    await client.setStreamMetadata(stream, { colour: 'red' })
    await append(stream, events(2))
    const { position } = await client.deleteStream(stream, { expectedRevision: 1n })
    expect(position?.commit).toBeGreaterThan(0n)
    await expect(read(stream)).rejects.toBeInstanceOf(StreamNotFoundError)
    await expect(append(stream, events(1), STREAM_EXISTS)).rejects.toBeInstanceOf(StreamDeletedError)
    const back = events(2)
    expect((await append(stream, back, NO_STREAM)).nextExpectedRevision).toBe(3n)
    expect((await append(stream, back, NO_STREAM)).nextExpectedRevision).toBe(3n)
    expect(await read(stream)).toEqual([2n, 3n])
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 2 })
  })

  test('brings a stream back for every expectation that holds', async () => {
    for (const expected of [ANY, NO_STREAM, 1n] as const) {
      const stream = freshStream()
      await append(stream, events(2))
      await client.deleteStream(stream)
      expect((await append(stream, events(1), expected)).nextExpectedRevision).toBe(2n)
      expect(await read(stream)).toEqual([2n])
    }
  })

  test('what was never there, or is at another revision, is a wrong version', async () => {
    const stream = freshStream()
    await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await append(stream, events(2))
    const wrong = client.deleteStream(stream, { expectedRevision: 0n })
    await expect(wrong).rejects.toMatchObject({ expectedVersion: 0n, actualVersion: 1n, streamName: stream })
    expect(await read(stream)).toHaveLength(2)
  })

  test('for good is final: nothing can be read, appended, deleted or followed', async () => {
    const stream = freshStream()
    await append(stream, events(2))
    await client.tombstoneStream(stream, { expectedRevision: 1n })
    await expect(read(stream)).rejects.toMatchObject({ streamName: stream })
    await expect(read(stream)).rejects.toBeInstanceOf(StreamDeletedError)
    for (const expected of [ANY, NO_STREAM, STREAM_EXISTS, 1n] as const) {
      await expect(append(stream, events(1), expected)).rejects.toBeInstanceOf(StreamDeletedError)
    }
    await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(StreamDeletedError)
    await expect(client.tombstoneStream(stream)).rejects.toBeInstanceOf(StreamDeletedError)
    await expect(take(client.subscribeToStream(stream), 1)).rejects.toBeInstanceOf(StreamDeletedError)
  })

  test('for good also takes a name that was never used', async () => {
    const stream = freshStream()
    await client.tombstoneStream(stream, { expectedRevision: NO_STREAM })
    await expect(append(stream, events(1))).rejects.toBeInstanceOf(StreamDeletedError)
  })

  test('for good ends a running subscription', async () => {
    const stream = freshStream()
    await append(stream, events(1))
    const subscription = client.subscribeToStream(stream)
    const ended = expect(take(subscription, 3)).rejects.toBeInstanceOf(StreamDeletedError)
    await new Promise((resolve) => subscription.once('caughtUp', resolve))
    await client.tombstoneStream(stream)
    await ended
  })
})

describe('reading the log', () => {
  test('is inclusive forwards, exclusive backwards, and in order', async () => {
    const stream = freshStream()
    const { position } = await append(stream, events(3))
    if (!position) throw new Error('no position')
    const all = async (options: Parameters<EventStoreDBClient['readAll']>[0]) => {
      const found: (bigint | undefined)[] = []
      for await (const { event } of client.readAll(options)) found.push(event?.position?.commit)
      return found
    }
    expect((await all({ fromPosition: position, maxCount: 1 }))[0]).toBe(position.commit)
    expect((await all({ fromPosition: position, direction: BACKWARDS, maxCount: 1 }))[0]).toBeLessThan(position.commit)
    const forwards = await all({})
    expect(forwards.length).toBeGreaterThan(300)
    expect(forwards).toEqual([...forwards].sort((a, b) => ((a ?? 0n) < (b ?? 0n) ? -1 : 1)))
    expect(await all({ direction: BACKWARDS, fromPosition: END })).toEqual(forwards.toReversed())
  })
})

test('a client that discovers its cluster by gossip finds the one leader', async () => {
  const [host] = embedded.url.replace('esdb://', '').split('?')
  const discovering = EventStoreDBClient.connectionString(`esdb+discover://${host}?tls=false`)
  await discovering.appendToStream(freshStream(), events(1))
  await discovering.dispose()
})

/** The first revisions that a subscription gives. */
async function take(subscription: ReturnType<EventStoreDBClient['subscribeToStream']>, count: number) {
  const found: bigint[] = []
  for await (const { event } of subscription) {
    if (event) found.push(event.revision)
    if (found.length === count) break
  }
  return found
}

test('callers that go away before they are answered leave the store to the others', async () => {
  const stream = freshStream()
  await append(stream, events(1))
  // Clients of one process share a connection, and a thousand calls cut off at once would end it: HTTP/2 takes that for an attack.
  for (let n = 0; n < 10; n++) {
    const hasty = EventStoreDBClient.connectionString(embedded.url)
    const first = hasty.readStream(stream)
    for await (const _ of first);
    const readings = Array.from({ length: 50 }, () => hasty.readStream(stream, { maxCount: 1 }).on('error', () => {}))
    await new Promise(setImmediate)
    await hasty.dispose()
    for (const reading of readings) reading.destroy()
  }
  expect(await read(stream)).toEqual([0n])
})

test('a log that is there already begins as it did: the first events are a new one’s only', async () => {
  const { options, drop } = await freshDatabase()
  const admin = new pg.Client(options)
  await admin.connect()
  await admin.query(SCHEMA)
  await admin.query(
    `insert into eventstore.events values (1, 'old', 0, '${randomUUID()}', 'Old', now(), true, '{}', '')`,
  )
  await admin.end()
  const store = await killableEventStore(options, 'tcp')
  const one = EventStoreDBClient.connectionString(store.url)
  const found: (string | undefined)[] = []
  for await (const { event: first } of one.readAll()) found.push(first?.streamId)
  expect(found).toEqual(['old'])
  await one.dispose()
  await store.stop()
  await drop()
})
