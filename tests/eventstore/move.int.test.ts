import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import { check } from '../../eventstore/move/check.ts'
import { comparing } from '../../eventstore/move/compare.ts'
import { fileSource } from '../../eventstore/move/file-source.ts'
import { fileTarget } from '../../eventstore/move/file-target.ts'
import type { MovedEvent, Source, Target } from '../../eventstore/move/log.ts'
import { move } from '../../eventstore/move/move.ts'
import { type StoreLog, storeLog } from '../../eventstore/move/store-log.ts'
import { freshEventStore, freshStream, numbers } from './embedded.ts'

type Store = Awaited<ReturnType<typeof freshEventStore>>
const { signal } = new AbortController()
let stores: Store[]
let logs: StoreLog[]
const places: string[] = []
const folder = () => {
  const place = mkdtempSync(join(tmpdir(), 'loreloom-log-'))
  places.push(place)
  return place
}

beforeAll(async () => {
  stores = await Promise.all([freshEventStore(), freshEventStore(), freshEventStore()])
  logs = stores.map(({ url }, index) => storeLog(url, `store ${index}`))
})
afterAll(async () => {
  for (const log of logs) await log.close()
  for (const store of stores) await store.stop()
  for (const place of places) rmSync(place, { recursive: true })
})

const text = (value: string) => Buffer.from(value)
const event = (stream: string, revision: number, data: string | Buffer, metadata = '{}'): MovedEvent => ({
  stream,
  revision: BigInt(revision),
  id: randomUUID(),
  type: 'Written',
  json: true,
  data: typeof data === 'string' ? text(data) : data,
  metadata: text(metadata),
})
const write = async (target: Target, events: MovedEvent[]) => {
  const appending = await target.open()
  await appending.append(events)
  await appending.end()
}
const all = async (source: Source): Promise<MovedEvent[]> => {
  const events: MovedEvent[] = []
  for await (const page of source.after([])) events.push(...page)
  return events
}
const moved = (source: Source, target: Target) => move({ source, target, signal })

test('a log goes into a file and from there into another store, byte for byte, in its order; twice changes nothing', async () => {
  const [from, to] = logs as [StoreLog, StoreLog, StoreLog]
  const [one, other] = [freshStream(), freshStream()]
  const happened = '{"at":"2024-02-29T12:00:00.000Z","actor":"a"}'
  await write(from, [
    event(one, 0, '{ "b": 1.0, "10": 2, "a": 1e2 }', happened),
    event(other, 0, '{"é":"\\u00e9\\n"}', '{ "actor": "somebody" }'),
    event(one, 1, '{}', ''),
    { ...event(one, 2, Buffer.from([0, 255, 10, 13])), json: false },
    event(other, 1, 'null', 'no JSON'),
  ])
  const before = await all(from)
  const saidAt = before.map(({ metadata }) => metadata.toString())
  expect(saidAt[0]).toBe(happened)
  expect(saidAt[1]).toMatch(/^\{ "actor": "somebody","at":"20\d\d-[\d-]+T[\d:.]+Z"\}$/)
  expect(saidAt[2]).toMatch(/^\{"at":"20\d\d/)
  expect(saidAt[4]).toBe('no JSON')

  const place = folder()
  for (const name of ['log.jsonl', 'log.jsonl.gz', 'log.jsonl.zst']) {
    const file = join(place, name)
    const target = fileTarget(file)
    await moved(from, target)
    await target.close()
    expect(await all(fileSource(file))).toEqual(before)
    await moved(fileSource(file), to)
  }
  // As `zstd` makes it of a plain file: one frame.
  const frame = join(place, 'frame.jsonl.zst')
  writeFileSync(frame, zstdCompressSync(readFileSync(join(place, 'log.jsonl'))))
  expect(await all(fileSource(frame))).toEqual(before)
  expect(await all(to)).toEqual(before)
  expect(await comparing(from, to).goOn(signal, () => {})).toMatchObject({ isEqual: true, source: { events: 5 } })
})

test('what an interrupted run left is gone on with: at a store, and at a file that was cut anywhere', async () => {
  const [from, , to] = logs as [StoreLog, StoreLog, StoreLog]
  const writer = connectEventStore(stores[0] as Store)
  for (let n = 0; n < 40; n++) await writer.append(freshStream(), numbers(60), 'none')
  await writer.close()
  const before = await all(from)
  await write(to, before.slice(0, 1000))
  await moved(from, to)
  expect(await all(to)).toEqual(before)

  for (const name of ['cut.jsonl', 'cut.jsonl.gz', 'cut.jsonl.zst']) {
    const file = join(folder(), name)
    const first = fileTarget(file)
    await moved(from, first)
    await first.close()
    const { length } = readFileSync(file)
    for (const cut of [length, length - 1, Math.floor(length * 0.6), 12]) {
      truncateSync(file, cut)
      const again = fileTarget(file)
      await moved(from, again)
      await again.close()
      expect(await all(fileSource(file))).toEqual(before)
    }
  }
})

test('a truncated file, a bad line, an unknown version and another file are named, and what came before is kept', async () => {
  const [from, to] = logs as [StoreLog, StoreLog, StoreLog]
  const file = join(folder(), 'log.jsonl')
  const target = fileTarget(file)
  await moved(from, target)
  await target.close()
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const events = lines.length - 2
  const imported = async (given: string[]) => {
    writeFileSync(file, `${given.join('\n')}\n`)
    return moved(fileSource(file), to).then(
      () => 'whole',
      (error: Error) => error.message,
    )
  }
  expect(await imported(lines.slice(0, 100))).toMatch(/^The file breaks off after 99 events, the last of them test-/)
  expect(await all(to)).toHaveLength(99)
  expect(await imported([...lines.slice(0, 200), '{"stream":', ...lines.slice(200)])).toMatch(
    /^Line 201 is not an event/,
  )
  expect(await all(to)).toHaveLength(199)
  expect(await imported(lines.toSpliced(0, 1, '{"format":"loreloom-log","version":2}'))).toMatch(/has version 2/)
  expect(await imported(['{"stream":"a"}'])).toMatch(/^This file was not written/)
  expect(await imported(lines.toSpliced(events, 1))).toMatch(/it was changed after it was written/)
  expect(await imported(lines.toSpliced(50, 1, lines[51] ?? ''))).toMatch(/^The target has .* the source does not have/)

  writeFileSync(file, 'something else\n')
  const taken = fileTarget(file)
  await expect(moved(from, taken)).rejects.toThrow('is there already')
  await taken.close()
})

test('a target that has something else is refused, and so is one that somebody else writes to', async () => {
  const [from] = logs as [StoreLog, StoreLog, StoreLog]
  const file = join(folder(), 'other.jsonl')
  const target = fileTarget(file)
  await write(target, [event('other-1', 0, '{}')])
  await target.close()
  await expect(moved(fileSource(file), from)).rejects.toThrow('the target is not the beginning of the source')

  const ahead = event('other-2', 0, '{}')
  const written: Source = {
    ...fileSource(file),
    name: 'a file',
    after: async function* () {
      yield [ahead]
    },
  }
  const empty: Target = { ...from, name: 'a store', tail: async () => [] }
  await write(from, [event('other-2', 0, '{}')])
  await expect(moved(written, empty)).rejects.toThrow('somebody else writes to the target')
})

test('a stream without its beginning is refused by name', async () => {
  const [, , to] = logs as [StoreLog, StoreLog, StoreLog]
  const source: Source = {
    ...to,
    after: async function* () {
      yield [event('good-1', 0, '{}'), event('scavenged-1', 3, '{}')]
    },
  }
  const kept: MovedEvent[] = []
  const target: Target = {
    ...to,
    tail: async () => [],
    open: async () => ({
      append: async (events) => void kept.push(...events),
      settled: async () => {},
      end: async () => {},
      break: () => {},
      stored: () => 0,
    }),
  }
  await expect(moved(source, target)).rejects.toThrow('The stream scavenged-1 cannot be moved')
  expect(kept.map(({ stream }) => stream)).toEqual(['good-1'])
})

test('a check finds gaps and repeated ids; a comparison says where two logs part', async () => {
  const [from] = logs as [StoreLog, StoreLog, StoreLog]
  const whole = await check(from, signal, () => {})
  expect(whole).toMatchObject({ broken: { count: 0 }, repeated: { count: 0 }, digest: /^[\da-f]{64}$/ })

  const [a, b, c] = [event('a-1', 0, '{}'), event('b-1', 0, '{}'), event('a-1', 2, '{}')]
  const of = (...events: MovedEvent[]): Source => ({
    ...from,
    after: async function* () {
      yield events
    },
  })
  expect(await check(of(a, b, { ...c, id: a.id }), signal, () => {})).toMatchObject({
    broken: { count: 1, first: ['a-1@2'] },
    repeated: { count: 1 },
  })
  const changed = { ...b, data: text('{"x":1}') }
  expect(await comparing(of(a, b), of(a, changed)).goOn(signal, () => {})).toMatchObject({
    isEqual: false,
    firstDifference: { event: 2 },
    streams: { count: 0 },
  })
  // What one log has not got yet is compared again once it has.
  const shorter = { events: [a] }
  const growing: Source = {
    ...from,
    after: async function* (after) {
      yield shorter.events.slice(after.length === 0 ? 0 : shorter.events.findIndex(({ id }) => id === after[0]?.id) + 1)
    },
  }
  const fromB: Source = {
    ...from,
    after: async function* (after) {
      yield after.length === 0 ? [a, b] : [b]
    },
  }
  const followed = comparing(fromB, growing)
  expect(await followed.goOn(signal, () => {})).toMatchObject({ isEqual: false, firstDifference: { event: 2 } })
  shorter.events = [a, b]
  expect(await followed.goOn(signal, () => {})).toMatchObject({ isEqual: true, firstDifference: undefined })
  expect(await comparing(of(a, b), of(a)).goOn(signal, () => {})).toMatchObject({
    isEqual: false,
    streams: { count: 1, first: [{ stream: 'b-1', source: 0, target: -1 }] },
  })
})
