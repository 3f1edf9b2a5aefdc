import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Fold } from '#domain/account-folds.ts'
import { pastStreams } from '../../backend/queries/audit/past-streams.ts'
import { eventOf } from '../api/appended.ts'
import { memoryStore } from '../memory-store.ts'

const stream = 'credits-1'
const counted: Fold<number> = { initial: 0, evolve: (sum, { data }) => sum + Number(data.n) }
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => eventOf('Counted', { n: from + n }, 'system'))
const sumTo = (n: number) => (n * (n + 1)) / 2

const withEvents = async (count: number) => {
  const store = memoryStore()
  await store.append(stream, numbered(1, count), 'any')
  let reads = 0
  const watched = {
    read(...asked: Parameters<typeof store.read>) {
      reads++
      return store.read(...asked)
    },
  }
  return { store, streams: pastStreams(watched), reads: () => reads }
}
const all = async <T>(some: AsyncIterable<T>) => {
  const found: T[] = []
  for await (const one of some) found.push(one)
  return found
}

describe('streams of the past', () => {
  it.each([0, 1, 499, 500, 501, 1700, 2600])('of %i events are as they were at each position', async (count) => {
    const { streams } = await withEvents(count)
    for (const at of [0, 1, 499, 500, 501, 999, 1000, 1001, 2000, 2600]) {
      const there = Math.min(at, count)
      expect(await streams.stateAt(stream, BigInt(at), counted)).toBe(sumTo(there))
    }
  })

  it('are read from any position in both directions, to the very event', async () => {
    const { streams } = await withEvents(1203)
    for (const at of [0n, 1n, 499n, 500n, 501n, 1000n, 1202n, 1203n]) {
      const after = await all(streams.after(stream, at, 1203n))
      expect(after.map(({ position }) => position)).toEqual(
        Array.from({ length: 1203 - Number(at) }, (_, n) => at + BigInt(n + 1)),
      )
      const [before] = await all(streams.before(stream, at + 1n))
      expect(before?.position).toBe(at === 0n ? undefined : at)
    }
  })

  it('cost nothing to step through once they were read', async () => {
    const { streams, reads } = await withEvents(1700)
    await streams.stateAt(stream, 1700n, counted)
    const before = reads()
    for (let at = 1n; at <= 1700n; at += 97n) await streams.stateAt(stream, at, counted)
    expect(reads()).toBe(before)
  })

  it('are read on where they grew', async () => {
    const { store, streams } = await withEvents(499)
    expect(await streams.stateAt(stream, 499n, counted)).toBe(sumTo(499))
    for (const [from, count] of [
      [500, 1],
      [501, 700],
    ] as const) {
      await store.append(stream, numbered(from, count), 'any')
      const head = BigInt(from + count - 1)
      expect(await streams.stateAt(stream, head, counted)).toBe(sumTo(Number(head)))
      expect(await streams.stateAt(stream, 499n, counted)).toBe(sumTo(499))
    }
  })

  it('are read on where they were gone through from their end', async () => {
    const { store, streams } = await withEvents(2)
    expect(await all(streams.before(stream, 3n))).toHaveLength(2)
    await store.append(stream, numbered(3, 1), 'any')
    expect(await streams.stateAt(stream, 3n, counted)).toBe(sumTo(3))
  })

  it('are read anew where another log was restored', async () => {
    const first = await withEvents(1203)
    let read = first.store.read
    const streams = pastStreams({ read: (...asked) => read(...asked) })
    expect(await streams.stateAt(stream, 1203n, counted)).toBe(sumTo(1203))
    const other = memoryStore()
    await other.append(
      stream,
      Array.from({ length: 1300 }, () => eventOf('Counted', { n: 2 }, 'system')),
      'any',
    )
    read = other.read
    expect(await streams.stateAt(stream, 1300n, counted)).toBe(2600)
    expect(await streams.stateAt(stream, 700n, counted)).toBe(1400)
  })

  it('are as many as are kept, and right when they are not', async () => {
    const { store } = await withEvents(2600)
    const streams = pastStreams(store, { keep: 600 })
    for (const at of [2600n, 10n, 1999n, 700n])
      expect(await streams.stateAt(stream, at, counted)).toBe(sumTo(Number(at)))
  })

  it('know when things happened, also where an event does not say', async () => {
    const store = memoryStore()
    const said = eventOf('Counted', { n: 1 }, 'system')
    const at = '2020-01-01T00:00:00.000Z'
    await store.append(
      stream,
      [{ ...said, metadata: { ...said.metadata, at } }, eventOf('Counted', { n: 2 }, randomUUID())],
      'any',
    )
    const [first, second] = await all(pastStreams(store).after(stream, 0n, 2n))
    expect(first?.at).toBe(at)
    expect(second?.at.slice(0, 2)).toBe('20')
  })
})
