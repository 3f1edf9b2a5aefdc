import { END, EventStoreDBClient, excludeSystemEvents, jsonEvent } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore } from '../../eventstore/index.ts'
import { follow } from './contract.ts'
import { freshEventStore, freshStream, numbers } from './embedded.ts'

/** EventStoreDB before 24 buffers 32 live events for a subscriber and throws out whoever is further behind. */
const limit = 32

let embedded: Awaited<ReturnType<typeof freshEventStore>>
let client: EventStoreDBClient
let store: EventStore
beforeAll(async () => {
  embedded = await freshEventStore('tcp', { liveLimit: limit })
  client = EventStoreDBClient.connectionString(embedded.url)
  store = connectEventStore(embedded)
})
afterAll(async () => {
  await store.close()
  await client.dispose()
  await embedded.stop()
})

describe.each([
  ['the log', (_: string) => client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() })],
  ['a stream', (stream: string) => client.subscribeToStream(stream, { fromRevision: END })],
] as const)('a live subscription to %s', (_, subscribe) => {
  test.each([
    [limit, limit + 1, 'is given what comes at once as far as it is kept'],
    [limit + 1, limit, 'is ended by one event more, once it was given what was kept'],
  ])('of %i events in an append', async (count) => {
    const stream = freshStream()
    await client.appendToStream(stream, jsonEvent({ type: 'Begun', data: {} }))
    const subscription = subscribe(stream)
    const got: number[] = []
    let error: Error | undefined
    const ended = new Promise<void>((resolve) => {
      subscription.on('data', ({ event }) => {
        const { n } = (event?.data ?? { n: -1 }) as { n: number }
        got.push(n)
        if (n === limit) resolve()
      })
      subscription.on('error', (one: Error) => {
        error = one
        resolve()
      })
    })
    await new Promise((resolve) => subscription.on('caughtUp', () => resolve(undefined)))
    const events = numbers(count).map(({ data, ...one }) => jsonEvent({ ...one, data: data as { n: number } }))
    await client.appendToStream(stream, events)
    if (count <= limit) await client.appendToStream(stream, jsonEvent({ type: 'Last', data: { n: limit } }))
    await ended
    expect(got).toEqual(Array.from({ length: count <= limit ? limit + 1 : limit }, (_unused, n) => n))
    if (count <= limit) expect(error).toBeUndefined()
    else expect(error?.message).toContain('ABORTED: Operation timed out. Consumer too slow')
    await subscription.unsubscribe().catch(() => undefined)
  })
})

test('a subscriber of ours that is thrown out goes on from where it was, and doubts nothing', async () => {
  let doubts = 0
  store.guard(async () => void doubts++)
  const stream = freshStream()
  const { position } = await store.append(stream, numbers(1), 'none')
  const seen = follow(store, position)
  await seen.until(({ batches }) => batches.some(({ live }) => live))
  for (let n = 1; n < 601; n += 100) {
    await store.append(stream, numbers(100, n), BigInt(n - 1))
    await seen.until(({ batches }) => seen.of(stream).length >= n + 99 && batches.at(-1)?.live === true)
  }
  expect(seen.of(stream).map(({ data }) => (data as { n: number }).n)).toEqual(
    Array.from({ length: 600 }, (_, n) => n + 1),
  )
  expect(doubts).toBe(0)
  await seen.stop()
})
