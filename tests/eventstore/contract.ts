import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Batch, type EventStore, type RecordedEvent, RevisionConflict } from '../../eventstore/index.ts'
import { freshStream, numbered, numbers } from './embedded.ts'

/** What every adapter of the port keeps to. `connect` is called once; `close` after all tests. */
export function eventStoreContract(
  name: string,
  connect: () => Promise<{ store: EventStore; close(): Promise<void> }>,
) {
  describe(name, () => {
    let store: EventStore
    let close: () => Promise<void>
    beforeAll(async () => {
      const connected = await connect()
      store = connected.store
      close = connected.close
    })
    afterAll(() => close())

    describe('append', () => {
      test('gives revisions from 0 and rising positions', async () => {
        const stream = freshStream()
        const first = await store.append(stream, numbers(2), 'none')
        const second = await store.append(stream, numbers(1), 1n)
        expect([first.revision, second.revision]).toEqual([1n, 2n])
        expect(second.position).toBeGreaterThan(first.position)
      })

      test('at another revision than expected is a conflict, and appends nothing', async () => {
        const stream = freshStream()
        await store.append(stream, numbers(2), 'none')
        for (const expected of ['none', 0n, 2n] as const) {
          await expect(store.append(stream, numbers(1), expected)).rejects.toBeInstanceOf(RevisionConflict)
        }
        await expect(store.append(freshStream(), numbers(1), 0n)).rejects.toBeInstanceOf(RevisionConflict)
        expect((await store.read(stream)).events).toHaveLength(2)
      })

      test('with `any` always appends at the end', async () => {
        const stream = freshStream()
        expect((await store.append(stream, numbers(1), 'any')).revision).toBe(0n)
        expect((await store.append(stream, numbers(3), 'any')).revision).toBe(3n)
      })

      test.each(['none', 'any', 0n] as const)(
        'of the same ids expecting %s again is answered as the first was',
        async (expected) => {
          const stream = freshStream()
          if (expected === 0n) await store.append(stream, numbers(1), 'none')
          const events = numbers(3)
          const first = await store.append(stream, events, expected)
          await store.append(stream, numbers(1), 'any')
          expect(await store.append(stream, events, expected)).toEqual(first)
          expect((await store.read(stream)).events).toHaveLength(expected === 0n ? 5 : 4)
        },
      )

      test('of one stream by many callers at once lets one win each revision', async () => {
        const stream = freshStream()
        const results = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) => store.append(stream, [numbered(n)], 'none')),
        )
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        expect((await store.read(stream)).events).toHaveLength(1)
      })

      test('of many streams at once keeps each in order', async () => {
        const streams = Array.from({ length: 30 }, () => freshStream())
        await Promise.all(
          streams.map(async (stream) => {
            for (let n = 0; n < 10; n++) await store.append(stream, [numbered(n)], n === 0 ? 'none' : BigInt(n - 1))
          }),
        )
        for (const stream of streams)
          expect(ns((await store.read(stream)).events)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      })
    })

    describe('read', () => {
      test('gives back what was appended', async () => {
        const stream = freshStream('lore')
        const event = {
          id: randomUUID(),
          type: 'ConjurationWritten',
          data: { text: 'Ünïcode ☃ 🐉' },
          metadata: { actor: 'ß' },
        }
        const before = Date.now()
        const { position } = await store.append(stream, [event], 'none')
        const { events, revision } = await store.read(stream)
        expect(revision).toBe(0n)
        expect(events).toEqual([{ ...event, stream, revision: 0n, position, created: expect.any(Date) }])
        expect(Math.abs((events[0]?.created.getTime() ?? 0) - before)).toBeLessThan(60_000)
      })

      test('of a stream that does not exist is empty at revision -1', async () => {
        expect(await store.read(freshStream())).toEqual({ events: [], revision: -1n })
      })

      test('can begin later, stop early and go backwards, and always says the last revision', async () => {
        const stream = freshStream()
        await store.append(stream, numbers(10), 'none')
        const read = async (options: Parameters<EventStore['read']>[1]) => {
          const { events, revision } = await store.read(stream, options)
          return [ns(events), revision]
        }
        expect(await read({ from: 7n })).toEqual([[7, 8, 9], 9n])
        expect(await read({ from: 2n, limit: 3 })).toEqual([[2, 3, 4], 9n])
        expect(await read({ limit: 10 })).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 9n])
        expect(await read({ from: 10n })).toEqual([[], 9n])
        expect(await read({ backwards: true, limit: 2 })).toEqual([[9, 8], 9n])
        expect(await read({ backwards: true, from: 1n })).toEqual([[1, 0], 9n])
      })

      test('of no more than a page says how far it read', async () => {
        const stream = freshStream()
        await store.append(stream, numbers(10), 'none')
        const read = async (options: Parameters<EventStore['read']>[1]) => {
          const { events, revision } = await store.read(stream, { ...options, pageOnly: true })
          return [ns(events), revision]
        }
        expect(await read({ from: 2n, limit: 3 })).toEqual([[2, 3, 4], 4n])
        expect(await read({ from: 7n, limit: 4 })).toEqual([[7, 8, 9], 9n])
        expect(await read({ from: 10n, limit: 4 })).toEqual([[], 9n])
        expect(await store.read(freshStream(), { limit: 4, pageOnly: true })).toEqual({ events: [], revision: -1n })
      })

      test('of thousands of events gives them all, in order', async () => {
        const stream = freshStream()
        for (let n = 0; n < 2500; n += 500)
          await store.append(stream, numbers(500, n), n === 0 ? 'none' : BigInt(n - 1))
        expect(ns((await store.read(stream)).events)).toEqual(Array.from({ length: 2500 }, (_, n) => n))
      })
    })

    describe('head', () => {
      test('is the position of what was appended last', async () => {
        const { position } = await store.append(freshStream(), numbers(2), 'none')
        expect(await store.head()).toBeGreaterThanOrEqual(position)
      })
    })

    describe('readAll', () => {
      test('gives every event of everybody as far as a position, in order, from after another', async () => {
        const streams = [freshStream(), freshStream()] as const
        const before = (await store.append(streams[0], numbers(1), 'none')).position
        await store.append(streams[1], numbers(2), 'none')
        const until = (await store.append(streams[0], numbers(1, 1), 0n)).position
        await store.append(streams[1], numbers(1, 2), 1n)
        const seen: RecordedEvent[] = []
        for await (const page of store.readAll({ after: before, until })) seen.push(...page)
        const mine = seen.filter(({ stream }) => streams.includes(stream))
        expect(mine.map(({ stream, revision }) => [stream, revision])).toEqual([
          [streams[1], 0n],
          [streams[1], 1n],
          [streams[0], 1n],
        ])
        expect(seen.every(({ position }) => position > before && position <= until)).toBe(true)
        const all: RecordedEvent[] = []
        for await (const page of store.readAll({ until })) all.push(...page)
        expect(all.at(-1)?.position).toBe(until)
        expect(all.some(({ stream }) => stream.startsWith('$'))).toBe(false)
      })
    })

    describe('subscribe', () => {
      test('hands over all events after a position, then says that it is live, then what follows', async () => {
        const stream = freshStream()
        const start = await store.append(stream, numbers(1), 'none')
        await store.append(stream, numbers(4, 1), 0n)
        const seen = follow(store, start.position)
        await seen.until(({ batches }) => batches.some(({ live }) => live))
        expect(ns(seen.of(stream))).toEqual([1, 2, 3, 4])
        await store.append(stream, numbers(2, 5), 4n)
        await seen.until(() => seen.of(stream).length === 6)
        expect(ns(seen.of(stream))).toEqual([1, 2, 3, 4, 5, 6])
        await seen.stop()
      })

      test('goes from catching up to live without gap, repeat or disorder while others append', async () => {
        const start = await store.head()
        const streams = Array.from({ length: 8 }, () => freshStream())
        const writing = Promise.all(
          streams.map(async (stream) => {
            for (let n = 0; n < 120; n += 3) await store.append(stream, numbers(3, n), n === 0 ? 'none' : BigInt(n - 1))
          }),
        )
        const seen = [follow(store, start), follow(store, start, 7)]
        await writing
        const last = await store.head()
        for (const one of seen) {
          await one.until(({ batches }) => (batches.at(-1)?.position ?? 0n) >= last)
          const positions = one.events().map(({ position }) => position)
          expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)))
          for (const stream of streams) expect(ns(one.of(stream))).toEqual(Array.from({ length: 120 }, (_, n) => n))
          await one.stop()
        }
        expect(Math.max(...(seen[1]?.batches.map(({ events }) => events.length) ?? []))).toBeLessThanOrEqual(7)
      })

      test('gives readers that pause what comes meanwhile, in appends of 1 to 5,000 events, without gap, repeat or disorder', {
        tags: 'long',
      }, async () => {
        const stream = freshStream()
        const { position } = await store.append(stream, numbers(1), 'none')
        const quick = follow(store, position)
        const pausing = [7, 100, 500].map((batch) => followInSteps(store, position, batch))
        let count = 1
        for (const size of [1, 31, 32, 33, 300, 1000, 5000, 40, 1, 2]) {
          await store.append(stream, numbers(size, count), BigInt(count - 1))
          count += size
          for (const one of pausing) one.step()
        }
        for (const one of pausing) one.readOn()
        for (const one of [quick, ...pausing]) {
          await one.until(() => one.of(stream).length >= count - 1)
          expect(ns(one.of(stream))).toEqual(Array.from({ length: count - 1 }, (_, n) => n + 1))
          const positions = one.events().map(({ position: at }) => at)
          expect(positions.every((at, n) => n === 0 || at > (positions[n - 1] ?? 0n))).toBe(true)
          await one.stop()
        }
      })

      test('ends when it is aborted', async () => {
        const seen = follow(store, await store.head())
        await seen.until(({ batches }) => batches.length > 0)
        await seen.stop()
      })
    })
  })
}

const ns = (events: RecordedEvent[]) => events.map(({ data }) => (data as { n: number }).n)

/** Follows the log, taking one batch at each step, and as they come after `readOn`. */
function followInSteps(store: EventStore, after: bigint, batch: number) {
  let steps = 0
  let go = () => {}
  const self = follow(store, after, batch, async () => {
    while (steps === 0) await new Promise<void>((resolve) => (go = resolve))
    steps--
  })
  const allow = (more: number) => {
    steps += more
    go()
  }
  return { ...self, step: () => allow(1), readOn: () => allow(Number.POSITIVE_INFINITY) }
}

/** Follows the log in the background, keeping what it gets; `before` each batch it may wait. */
export function follow(
  store: EventStore,
  after: bigint | undefined,
  batch = 500,
  before: () => Promise<void> = async () => {},
) {
  const abort = new AbortController()
  const batches: Batch[] = []
  let changed = () => {}
  const done = (async () => {
    const options = { batch, signal: abort.signal, ...(after === undefined ? {} : { after }) }
    for await (const next of store.subscribe(options)) {
      await before()
      batches.push(next)
      changed()
    }
  })()
  const events = () => batches.flatMap((one) => one.events)
  const self = {
    batches,
    events,
    of: (stream: string) => events().filter((event) => event.stream === stream),
    /** Resolves when the condition holds, looked at after each batch. */
    async until(holds: (self: { batches: Batch[] }) => boolean) {
      while (!holds(self)) {
        await new Promise<void>((resolve) => {
          changed = resolve
        })
      }
    },
    async stop() {
      abort.abort()
      await done
    },
  }
  return self
}
