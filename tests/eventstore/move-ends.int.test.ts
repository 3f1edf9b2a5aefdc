import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSameAddress, isSameStore, withoutPassword } from '../../backend/log/ends.ts'
import type { Appending, MovedEvent, Source, Target } from '../../eventstore/move/log.ts'
import { move } from '../../eventstore/move/move.ts'
import { type StoreLog, storeLog } from '../../eventstore/move/store-log.ts'
import { freshEventStore, freshStream } from './embedded.ts'

describe('an address', () => {
  test.each([
    ['esdb://loreloom:a%20secret@es1:2113,es2:2113?tls=true', 'esdb://loreloom:…@es1:2113,es2:2113?tls=true'],
    ['esdb://loreloom:p@ss@es1:2113', 'esdb://loreloom:…@es1:2113'],
    ['esdb+discover://es1:2113', 'esdb+discover://es1:2113'],
    ['unix:/run/es.sock', 'unix:/run/es.sock'],
  ])('%s is shown with its user and without its password', (address, expected) => {
    expect(withoutPassword(address)).toBe(expected)
  })

  test.each([
    ['esdb://a:2113', 'esdb://b:2113,a:2113', true],
    ['esdb://a', 'esdb+discover://a:2113?tls=false', true],
    ['esdb://a:2113', 'esdb://a:2114', false],
    ['unix:/run/es.sock', 'unix:/run/es.sock', true],
    ['unix:/run/es.sock', 'esdb://a', false],
  ])('%s and %s name one store: %s', (one, other, isSame) => {
    expect(isSameAddress(one, other)).toBe(isSame)
  })
})

type Store = Awaited<ReturnType<typeof freshEventStore>>
let stores: Store[]
const logs: StoreLog[] = []
const logAt = (url: string) => {
  const log = storeLog(url, url)
  logs.push(log)
  return log
}
beforeAll(async () => {
  stores = await Promise.all([freshEventStore('tcp'), freshEventStore('tcp')])
})
afterAll(async () => {
  for (const log of logs) await log.close()
  for (const store of stores) await store.stop()
})

const { signal } = new AbortController()
const eventsOf = (stream: string, count: number): MovedEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    stream,
    revision: BigInt(n),
    id: randomUUID(),
    type: 'Written',
    json: true,
    data: Buffer.from('{}'),
    metadata: Buffer.from('{}'),
  }))
const listed = (events: readonly MovedEvent[], pageSize: number): Source => ({
  name: 'a list',
  async *after(tail) {
    const from = events.findIndex(({ id }) => id === tail.at(-1)?.id) + 1
    for (let at = from; at < events.length; at += pageSize) yield events.slice(at, at + pageSize)
  },
  share: () => 1,
  described: () => [],
  close: async () => undefined,
})
/** A target whose call breaks off when so many events were appended by it: all of them are kept, and not one is answered. */
const breakingOff = (target: Target, after: number): Target => {
  let isWhole = false
  const open = async (): Promise<Appending> => {
    const appending = await target.open()
    if (isWhole) return appending
    let appended = 0
    return {
      ...appending,
      stored: () => 0,
      async append(events) {
        await appending.append(events)
        appended += events.length
        if (appended < after) return
        isWhole = true
        await appending.settled()
        throw Object.assign(new Error('the connection is gone'), { code: 14 })
      },
    }
  }
  return { ...target, open }
}

test('a store is the same by another name, and its copy is not', async () => {
  const [one, other] = stores as [Store, Store]
  const [log, copy] = [logAt(one.url), logAt(other.url)]
  expect(await isSameStore(log, logAt(one.url.replace('127.0.0.1', 'localhost')))).toBe(true)
  await move({ source: listed(eventsOf(freshStream(), 3), 2), target: log, signal })
  expect(await isSameStore(log, logAt(one.url.replace('127.0.0.1', 'localhost')))).toBe(true)
  expect(await isSameStore(log, copy)).toBe(false)
  await move({ source: log, target: copy, signal })
  expect((await copy.tail()).map(({ id }) => id)).toEqual((await log.tail()).map(({ id }) => id))
  expect(await isSameStore(log, copy)).toBe(false)
})

test('each event is counted once, also where its answer was lost and another try finds it there', {
  tags: 'long',
}, async () => {
  const [, store] = stores as [Store, Store]
  const events = [...eventsOf(freshStream(), 400), ...eventsOf(freshStream(), 250)]
  const counts: number[] = []
  const log = logAt(store.url)
  const before = await log.tail()
  const source = listed([...before, ...events], 100)
  await move({ source, target: breakingOff(log, 300), signal, moved: (count) => void counts.push(count) })
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(events.length)
  expect((await log.tail()).slice(-650).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  counts.length = 0
  await move({ source, target: log, signal, moved: (count) => void counts.push(count) })
  expect(counts).toEqual([])
})
