import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventStore, NewEvent } from '#eventstore'
import { announcements } from '#projections/announcement.ts'
import { type Feed, openFeed } from '../../backend/realtime/feed.ts'
import { type FeedRow, readLines } from '../../backend/realtime/row.ts'
import { memoryStore } from '../memory-store.ts'
import { eventually, fact, kernel, silent } from './kernel.ts'

let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
let feed: Feed
let heard: FeedRow[]
/** How many lines came with each commit that brought some. */
let announced: number[]
beforeEach(async () => {
  store = memoryStore()
  k = await kernel(store)
  feed = await openFeed({ postgres: k.postgres, pool: k.pool, log: silent })
  k.closing.push(feed.close)
  heard = []
  feed.listen(async (rows) => void heard.push(...rows))
  announced = []
  const ear = new pg.Client(k.postgres)
  await ear.connect()
  k.closing.push(() => ear.end())
  ear.on('notification', ({ payload }) => announced.push(JSON.parse(payload ?? '').lines.length))
  await ear.query(`listen ${announcements}`)
})
afterEach(() => k.close())

const [imageId, userId, campaignId] = [randomUUID(), randomUUID(), randomUUID()]
const renamed = (name: string) => fact('ImageRenamed', { imageId, name }, userId)

it('hands over what the table has, whether it came with the commit or had to be read', async () => {
  k.project()
  const batches: NewEvent[][] = [
    [fact('ImageUploaded', { imageId, userId, campaignId, visibility: 'PRIVATE', file: {} }, userId)],
    [renamed('a\0\ud83d')],
    // It is seen by others than before, which is told beside the event.
    [fact('ImageLinked', { imageId, conjurationId: null, visibility: 'CAMPAIGN' }, userId)],
    [renamed('ö'.repeat(5000))],
    [{ ...renamed('b'), metadata: { ...renamed('b').metadata, traceparent: '00-1-2-01' } }],
    Array.from({ length: 60 }, (_, n) => renamed(`${n}`)),
    [renamed('c'), { ...renamed('d'), metadata: {} }],
  ]
  for (const events of batches) {
    const { position } = await store.append(`images-${imageId}`, events, 'any')
    expect(await feed.progress.waitFor(position, 10_000)).toBe(true)
  }
  // The ear is another connection, which may hear the last one later.
  await eventually(() => announced.length >= 5)
  expect(announced).toEqual([1, 1, 2, 1, 2])
  const upTo = { position: await store.head(), seq: 32_767 }
  expect(heard).toEqual(await readLines(k.pool, { after: { position: 0n, seq: 0 }, upTo, limit: 1000 }))
  expect(heard).toHaveLength(68)
})
