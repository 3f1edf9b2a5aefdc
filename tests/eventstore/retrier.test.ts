import { convertToCommandError, UnavailableError } from '@eventstore/db-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EventStoreUnavailable, type Outage, RevisionConflict } from '../../eventstore/index.ts'
import { createRetrier, isTransient } from '../../eventstore/retrier.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const unavailable = () => new UnavailableError({ name: 'x', message: 'away', code: 14 } as never)

/** A store whose every try is answered by hand; `at` are the moments of the tries. */
function asked() {
  const began = performance.now()
  const at: number[] = []
  const tries: PromiseWithResolvers<string>[] = []
  return {
    at,
    tries,
    call: () => {
      at.push(Math.round(performance.now() - began))
      const one = Promise.withResolvers<string>()
      tries.push(one)
      return one.promise
    },
  }
}
const outcome = <T>(promise: Promise<T>) => {
  const told: { value?: T; error?: unknown } = {}
  promise.then(
    (value) => (told.value = value),
    (error: unknown) => (told.error = error),
  )
  return told
}
const retrierOf = () => {
  const outages: Outage[] = []
  const count = { lost: 0, repeated: 0 }
  const retrier = createRetrier(() => retrier.lost(), {
    lost: () => void count.lost++,
    repeated: () => void count.repeated++,
    recovered: (outage) => void outages.push(outage),
  })
  return { retrier, outages, count }
}
const settled = () => vi.advanceTimersByTimeAsync(60_000)
/** Long after it was connected, and never lost since. */
const connected = async (retrier: ReturnType<typeof createRetrier>) => {
  await retrier.read(() => Promise.resolve('there'))
  await settled()
}

test('a write that hangs soon after a loss is made again beside it within a third of a second, and never more than a second later', async () => {
  const { retrier } = retrierOf()
  await connected(retrier)
  retrier.lost()
  const { call, at } = asked()
  const told = outcome(retrier.write(call))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(at[1]).toBeLessThan(400)
  const pauses = at.slice(1).map((moment, n) => moment - (at[n] ?? 0))
  expect(Math.max(...pauses)).toBeLessThan(1000)
  expect(at.length).toBeLessThan(16)
  expect(told).toEqual({})
  retrier.close()
  await vi.advanceTimersByTimeAsync(0)
})

test('one that hangs for no known reason is made again after two seconds, and then ever more seldom', async () => {
  const { retrier } = retrierOf()
  await connected(retrier)
  const { call, at } = asked()
  const told = outcome(retrier.write(call))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(at[1]).toBeGreaterThanOrEqual(2000)
  expect(at.length).toBeLessThan(7)
  const pauses = at.slice(1).map((moment, n) => moment - (at[n] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  retrier.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(told.error).toBeInstanceOf(EventStoreUnavailable)
})

test.each([0, 1, 2])('the first answer counts, whichever try it is of: that of try %i', async (which) => {
  const { retrier, outages, count } = retrierOf()
  const { call, tries } = asked()
  const told = outcome(retrier.write(call))
  await vi.advanceTimersByTimeAsync(700)
  expect(tries).toHaveLength(3)
  tries[which]?.resolve(`answer ${which}`)
  await vi.advanceTimersByTimeAsync(0)
  // The others are answered late, or fail: nobody hears of it, and nothing is made again.
  for (const one of tries) one.reject(unavailable())
  await settled()
  expect(told).toEqual({ value: `answer ${which}` })
  expect(tries).toHaveLength(3)
  expect(outages).toMatchObject([{ calls: 1, repeats: 2, givenUp: 0, longest: 700 }])
  expect(count).toEqual({ lost: 0, repeated: 2 })
})

test('what fails for good is told at once, whatever else is under way', async () => {
  const { retrier } = retrierOf()
  const { call, tries } = asked()
  const told = outcome(retrier.write(call))
  await vi.advanceTimersByTimeAsync(400)
  tries[1]?.reject(new RevisionConflict('s-1'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told.error).toBeInstanceOf(RevisionConflict)
})

test('of several tries that fail at once, one is made again', async () => {
  const { retrier, count } = retrierOf()
  const { call, tries } = asked()
  const told = outcome(retrier.write(call))
  await vi.advanceTimersByTimeAsync(700)
  for (const one of tries) one.reject(unavailable())
  await vi.advanceTimersByTimeAsync(30)
  expect(tries).toHaveLength(4)
  expect(count.lost).toBe(1)
  tries[3]?.resolve('done')
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual({ value: 'done' })
})

test.each(['read', 'write'] as const)(
  'nobody is refused in under 30 seconds, and nobody waits for longer: a %s',
  async (kind) => {
    const { retrier, outages } = retrierOf()
    const failing = outcome(retrier[kind](() => Promise.reject(unavailable())))
    const silent = outcome(retrier[kind](() => new Promise(() => undefined)))
    await vi.advanceTimersByTimeAsync(29_999)
    expect([failing, silent]).toEqual([{}, {}])
    await vi.advanceTimersByTimeAsync(100)
    expect(failing.error).toBeInstanceOf(EventStoreUnavailable)
    expect(silent.error).toBeInstanceOf(EventStoreUnavailable)
    expect((failing.error as Error).cause).toBeInstanceOf(UnavailableError)
    // One outage, told once, when the last of them is settled.
    expect(outages).toMatchObject([{ calls: 2, givenUp: 2 }])
  },
)

test('a read is left its time', async () => {
  const { retrier } = retrierOf()
  const { call, tries } = asked()
  const told = outcome(retrier.read(call))
  await vi.advanceTimersByTimeAsync(10_900)
  expect(tries).toHaveLength(1)
  tries[0]?.resolve('everything')
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual({ value: 'everything' })
})

test('nothing is told of calls that were answered the first time', async () => {
  const { retrier, outages, count } = retrierOf()
  await retrier.write(() => Promise.resolve('done'))
  await settled()
  expect(outages).toEqual([])
  expect(count).toEqual({ lost: 0, repeated: 0 })
})

test('one that hangs because this process stood still is read first, and not made again', async () => {
  const { retrier, count } = retrierOf()
  await connected(retrier)
  const { call, tries } = asked()
  const told = outcome(retrier.write(call))
  await vi.advanceTimersByTimeAsync(1900)
  // The clock goes on, and nothing runs.
  const { now } = performance
  performance.now = () => now.call(performance) + 5000
  await vi.advanceTimersByTimeAsync(100)
  tries[0]?.resolve('done')
  await vi.advanceTimersByTimeAsync(100)
  performance.now = now
  expect(told).toEqual({ value: 'done' })
  expect(count.repeated).toBe(0)
})

test('what the client has no kind for may pass or not, by its code', () => {
  const answered = (code: number) =>
    isTransient(convertToCommandError(Object.assign(new Error('said'), { code, details: 'said' })))
  const [internal, unknown, exhausted] = [13, 2, 8]
  const [forbidden, wrong, unimplemented, unauthenticated] = [7, 3, 12, 16]
  expect([internal, unknown, exhausted].map(answered)).toEqual([true, true, true])
  expect([forbidden, wrong, unimplemented, unauthenticated].map(answered)).toEqual([false, false, false, false])
})
