import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http2 from 'node:http2'
import {
  type AllStreamSubscription,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  type Position,
  type ResolvedEvent,
  START,
  type StreamSubscription,
  streamNameFilter,
  UnknownError,
} from '@eventstore/db-client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frame, messageReader } from '../../eventstore/wire/framing.ts'
import { EMPTY, eachField, field } from '../../eventstore/wire/protobuf.ts'
import { freshEventStore, freshStream } from './embedded.ts'

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

const append = async (stream: string, count: number, type = 'Numbered', from = 0) => {
  const events = Array.from({ length: count }, (_, n) => jsonEvent({ id: randomUUID(), type, data: { n: from + n } }))
  const { position } = await client.appendToStream(stream, events)
  if (!position) throw new Error('no position')
  return position
}

/** Collects what a subscription gives; `until` waits for so many events. */
function collect(subscription: AllStreamSubscription | StreamSubscription) {
  const got: ResolvedEvent['event'][] = []
  let changed = () => {}
  const log: string[] = []
  const note = (what: string) => () => {
    log.push(what)
    changed()
  }
  subscription
    .on('confirmation', note('confirmed'))
    .on('caughtUp', note('caught up'))
    .on('data', ({ event }) => {
      got.push(event)
      note('event')()
    })
  const wait = async (holds: () => boolean) => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    }
  }
  return {
    got,
    log,
    until: (count: number) => wait(() => got.length >= count),
    caughtUp: () => wait(() => log.includes('caught up')),
  }
}

test('confirms, gives what is there, and then says that it has caught up', async () => {
  const after = await append(freshStream(), 1)
  await append(freshStream(), 3)
  const subscription = client.subscribeToAll({ fromPosition: after })
  const seen = collect(subscription)
  await seen.caughtUp()
  expect(seen.log).toEqual(['confirmed', 'event', 'event', 'event', 'caught up'])
  await subscription.unsubscribe()
})

test('from the end gives only what comes after it was confirmed', async () => {
  await append(freshStream(), 3)
  const subscription = client.subscribeToAll({ fromPosition: END })
  const seen = collect(subscription)
  await seen.caughtUp()
  const stream = freshStream()
  await append(stream, 2)
  await seen.until(2)
  expect(seen.got.map((event) => event?.streamId)).toEqual([stream, stream])
  await subscription.unsubscribe()
})

describe('a filter', () => {
  test.each([
    ['prefixes of stream names', () => streamNameFilter({ prefixes: ['cat-', 'dog-'] }), ['cat', 'dog']],
    ['an expression over stream names', () => streamNameFilter({ regex: '^(dog|cow)-' }), ['dog', 'cow']],
    ['prefixes of types', () => eventTypeFilter({ prefixes: ['Cat', 'Cow'] }), ['cat', 'cow']],
    ['an expression over types', () => eventTypeFilter({ regex: 't$' }), ['cat']],
    ['no system events', () => excludeSystemEvents(), ['cat', 'dog', 'cow']],
  ])('of %s lets through what it says', async (_, filter, expected) => {
    const after = await append(freshStream(), 1)
    const subscription = client.subscribeToAll({ fromPosition: after, filter: filter() })
    const seen = collect(subscription)
    for (const kind of ['cat', 'dog', 'cow']) {
      const stream = freshStream(kind)
      await append(
        stream,
        1,
        kind.replace(/^./, (c) => c.toUpperCase()),
      )
      await client.setStreamMetadata(stream, { maxCount: 10 })
      if (kind === 'cat') await seen.caughtUp()
    }
    await seen.until(expected.length)
    expect(seen.got.map((event) => event?.streamId.split('-')[0])).toEqual(expected)
    await subscription.unsubscribe()
  })

  test('tells how far it has come, though nothing passes', async () => {
    const after = await append(freshStream(), 1)
    for (let n = 0; n < 5; n++) await append(freshStream(), 100)
    const last = await append(freshStream(), 1)
    const checkpoints: bigint[] = []
    let reached = () => {}
    const all = new Promise<void>((resolve) => {
      reached = resolve
    })
    const checkpointReached = async (_: unknown, { commit }: Position) => {
      checkpoints.push(commit)
      if (commit >= last.commit) reached()
    }
    const filter = streamNameFilter({
      prefixes: ['nobody'],
      maxSearchWindow: 20,
      checkpointInterval: 2,
      checkpointReached,
    })
    const subscription = client.subscribeToAll({ fromPosition: after, filter })
    subscription.resume()
    await all
    // Every 2 × 20 of 501 events, and at the end of catching up.
    expect(checkpoints).toHaveLength(13)
    expect(checkpoints).toEqual(checkpoints.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(checkpoints.at(-1)).toBe(last.commit)
    await subscription.unsubscribe()
  })
})

describe('a subscription to a stream', () => {
  test.each(['is not there', 'is deleted'])('that %s has not caught up until something comes', async (how) => {
    const [stream, other] = [freshStream(), freshStream()]
    if (how === 'is deleted') {
      await append(stream, 1)
      await client.deleteStream(stream)
    }
    const seen = collect(client.subscribeToStream(stream))
    const elsewhere = collect(client.subscribeToStream(other))
    await append(other, 1)
    await elsewhere.caughtUp()
    await append(stream, 1)
    await seen.caughtUp()
    expect(seen.log).toEqual(['confirmed', 'event', 'caught up'])
  })

  test('begins after a revision and goes on, also when the stream does not exist yet', async () => {
    const [old, young] = [freshStream(), freshStream()]
    await append(old, 5)
    const subscriptions = [
      client.subscribeToStream(old, { fromRevision: 2n }),
      client.subscribeToStream(young, { fromRevision: START }),
    ]
    const found = subscriptions.map(async (subscription, index) => {
      const revisions: bigint[] = []
      for await (const { event } of subscription) {
        if (event) revisions.push(event.revision)
        if (revisions.length === 4) break
      }
      await subscription.unsubscribe()
      return [index, revisions]
    })
    await append(old, 2)
    await append(young, 4)
    expect(await Promise.all(found)).toEqual([
      [0, [3n, 4n, 5n, 6n]],
      [1, [0n, 1n, 2n, 3n]],
    ])
  })

  test('goes from catching up to live without gap, repeat or disorder while others append', {
    tags: 'long',
  }, async () => {
    const [stream, other] = [freshStream(), freshStream()]
    await append(stream, 800)
    const writing = (async () => {
      for (let n = 0; n < 100; n++) await Promise.all([append(stream, 3), append(other, 5)])
    })()
    const followers = Array.from({ length: 4 }, async () => {
      const revisions: bigint[] = []
      const subscription = client.subscribeToStream(stream)
      for await (const { event } of subscription) {
        if (event) revisions.push(event.revision)
        if (revisions.length === 1100) break
      }
      await subscription.unsubscribe()
      return revisions
    })
    await writing
    const expected = Array.from({ length: 1100 }, (_, n) => BigInt(n))
    for (const revisions of await Promise.all(followers)) expect(revisions).toEqual(expected)
  })
})

test('a position at which no event is, though others are before and after it, is an unknown error', async () => {
  const position = await append(freshStream(), 1)
  await append(freshStream(), 1)
  const database = new pg.Client(embedded.postgres)
  await database.connect()
  await database.query('delete from eventstore.events where position = $1', [String(position.commit)])
  await database.end()
  const reading = async () => {
    for await (const _ of client.readAll({ fromPosition: position, maxCount: 1 }));
  }
  await expect(reading()).rejects.toBeInstanceOf(UnknownError)
  const subscription = client.subscribeToAll({ fromPosition: position })
  const [error] = await once(subscription, 'error')
  expect(error).toBeInstanceOf(UnknownError)
})

test('a subscriber that stops reading holds up nobody, and misses nothing when it reads on', {
  tags: 'long',
}, async () => {
  const after = await append(freshStream(), 1)
  const slow = client.subscribeToAll({ fromPosition: after, filter: streamNameFilter({ prefixes: ['slow-'] }) })
  const stream = freshStream('slow')
  const text = 'x'.repeat(300_000)
  for (let n = 0; n < 100; n++) {
    await client.appendToStream(stream, jsonEvent({ type: 'Large', data: { n, text } }))
  }
  // 30 MB are behind it by now, more than the server keeps in memory.
  const got: number[] = []
  for await (const { event } of slow) {
    if (event) got.push((event.data as { n: number }).n)
    if (got.length === 100) break
  }
  expect(got).toEqual(Array.from({ length: 100 }, (_, n) => n))
  await slow.unsubscribe()
})

test('a live subscriber that reads so late that it has to be read for again is told that it fell behind, and when it caught up', {
  tags: 'long',
}, async () => {
  const session = http2.connect(embedded.url.replace(/^esdb:(.*)\?.*$/, 'http:$1'))
  const path = '/event_store.client.streams.Streams/Read'
  const call = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc+proto' })
  // Of the whole log, from its end.
  call.end(frame(field(1, field(2, field(3, EMPTY)))))
  const told: string[] = []
  const names: Record<number, string> = { 1: 'event', 8: 'caught up', 9: 'fell behind' }
  const take = messageReader((message) => eachField(message, (what) => void told.push(names[what] ?? 'confirmed')))
  call.on('data', take)
  const until = async (holds: () => boolean) => {
    while (!holds()) await once(call, 'data')
  }
  await until(() => told.includes('caught up'))
  call.pause()
  const stream = freshStream('late')
  const text = 'x'.repeat(600_000)
  for (let n = 0; n < 32; n++) await client.appendToStream(stream, jsonEvent({ type: 'Large', data: { text } }))
  const isBack = () => told.lastIndexOf('caught up') > told.indexOf('fell behind') && told.includes('fell behind')
  call.resume()
  await until(isBack)
  expect(told.filter((what, n) => what !== told[n - 1])).toEqual([
    'confirmed',
    'caught up',
    'event',
    'fell behind',
    'event',
    'caught up',
  ])
  expect(told.filter((what) => what === 'event')).toHaveLength(32)
  session.destroy()
})
