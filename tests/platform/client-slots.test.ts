import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientSlots, NoSlot } from '../../backend/platform/client-slots.ts'

const limits = { slots: 4, heldMs: 1_000, inProgress: 6, waiting: 3, waitMs: 5_000 }

/** Acquires slots and records which of the requests hold some. */
const given = () => {
  const slots = clientSlots(limits)
  const begun: string[] = []
  const ask = (
    name: string,
    { of = 'ines', wanted = 1, signal }: { of?: string; wanted?: number; signal?: AbortSignal } = {},
  ) => {
    const acquired = slots.acquire(of, wanted, signal).then((end) => {
      begun.push(name)
      return end
    })
    acquired.catch(() => undefined)
    return { acquired, end: () => acquired.then((end) => end()) }
  }
  /** Lets everything that is due happen. */
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { ask, begun, settle }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('slots of clients', () => {
  test('are given in order: what is more than a client may have at once waits, and another client does not', async () => {
    const { ask, begun, settle } = given()
    const [first, second] = ['1', '2', '3', '4', '5', '6', '7'].map((name) => ask(name))
    ask('other', { of: 'mara' })
    await settle()
    expect(begun).toEqual(['1', '2', '3', '4', 'other'])
    await second?.end()
    await settle()
    expect(begun.at(-1)).toBe('5')
    await first?.end()
    await first?.end()
    await settle()
    expect(begun).toEqual(['1', '2', '3', '4', 'other', '5', '6'])
  })

  test('are several for large work, which no small work that came later overtakes', async () => {
    const { ask, begun, settle } = given()
    const small = ask('small')
    const large = ask('large', { wanted: 9 })
    ask('later')
    await settle()
    expect(begun).toEqual(['small'])
    await small.end()
    await settle()
    expect(begun).toEqual(['small', 'large'])
    await large.end()
    await settle()
    expect(begun).toEqual(['small', 'large', 'later'])
  })

  test('are refused when the queue is full, when they do not become free in time, and when the requester is gone', async () => {
    const { ask, settle } = given()
    for (const name of ['1', '2']) ask(name, { wanted: 2 })
    const gone = new AbortController()
    const [late, left] = [ask('late', { wanted: 4 }), ask('left', { wanted: 4, signal: gone.signal })]
    ask('last', { wanted: 4 })
    const refused = ask('refused')
    await settle()
    await expect(refused.acquired).rejects.toThrow(NoSlot)
    gone.abort()
    await expect(left.acquired).rejects.toThrow(NoSlot)
    // Both that hold slots return them after a second, and `late` holds them then.
    await vi.advanceTimersByTimeAsync(999)
    await expect(Promise.race([late.acquired, 'waiting'])).resolves.toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await expect(late.acquired).resolves.toBeTypeOf('function')
  })

  test('return by themselves after a while, up to as many as may be in progress', async () => {
    const { ask, begun, settle } = given()
    const [first] = ['1', '2', '3', '4', '5', '6', '7'].map((name) => ask(name))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begun).toEqual(['1', '2', '3', '4', '5', '6'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(begun).toHaveLength(6)
    await first?.end()
    await settle()
    expect(begun).toHaveLength(7)
  })

  test('are refused where work goes on for longer than the wait', async () => {
    const { ask } = given()
    const all = Array.from({ length: 7 }, (_, n) => ask(String(n)))
    const waiting = expect(all[6]?.acquired).rejects.toThrow('in time')
    await vi.advanceTimersByTimeAsync(limits.waitMs)
    await waiting
  })
})
