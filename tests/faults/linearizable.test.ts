import { describe, expect, test } from 'vitest'
import type { Expected } from '#eventstore'
import { newHistory, type Recorded } from './appends/clients.ts'
import { deviation } from './appends/followers.ts'
import { findContradiction, type Seen } from './appends/linearizable.ts'
import { type StreamOp, streamModel } from './appends/stream-model.ts'
import { complaints, type Stored } from './appends/verdict.ts'

const never = Number.POSITIVE_INFINITY
const seen = (op: StreamOp, called: number, returned: number): Seen<StreamOp> => ({ op, called, returned })
const append = (
  [called, returned]: [number, number],
  expected: Expected,
  told: bigint | 'conflict' | 'unknown',
  count = 1,
) =>
  seen(
    { kind: 'append', expected, ids: Array.from({ length: count }, (_, n) => `${called}.${n}`), told },
    called,
    returned,
  )
const read = ([called, returned]: [number, number], told: bigint) => seen({ kind: 'read', told }, called, returned)
const holds = (...history: Seen<StreamOp>[]) => findContradiction(streamModel, history) === undefined

describe('an order is found for', () => {
  test('nothing', () => expect(holds()).toBe(true))
  test('one after the other', () =>
    expect(holds(append([1, 2], 'none', 0n), append([3, 4], 0n, 2n, 2), read([5, 6], 2n))).toBe(true))
  test('two at once of which one comes first, whichever was called first', () => {
    expect(holds(append([1, 4], 'none', 0n), append([2, 3], 'none', 'conflict'))).toBe(true)
    expect(holds(append([1, 4], 'none', 'conflict'), append([2, 3], 'none', 0n))).toBe(true)
    expect(holds(append([1, 4], 'any', 1n), append([2, 3], 'any', 0n))).toBe(true)
  })
  test('a reader that sees what has not been answered yet', () =>
    expect(holds(append([1, 6], 'none', 0n), read([2, 3], -1n), read([4, 5], 0n))).toBe(true))
  test('an unknown outcome that happened, also long after, and one that did not', () => {
    expect(holds(append([1, never], 'none', 'unknown'), read([2, 3], 0n))).toBe(true)
    expect(holds(append([1, never], 'none', 'unknown'), read([2, 3], -1n), read([4, 5], 0n))).toBe(true)
    expect(holds(append([1, never], 'none', 'unknown'), read([2, 3], -1n), append([4, 5], 'none', 0n))).toBe(true)
  })
  test('many unknown outcomes, without trying all their orders', () => {
    const lost = Array.from({ length: 12 }, (_, n) => append([n + 1, never], 'any', 'unknown'))
    expect(holds(...lost, read([30, 31], 11n), append([32, 33], 11n, 12n))).toBe(true)
    expect(holds(...lost, read([30, 31], 12n))).toBe(false)
  })
  test('a long history of writers that overtake each other', () => {
    const history = Array.from({ length: 4000 }, (_, n) => append([n * 2, n * 2 + 15], 'any', BigInt(n ^ 1)))
    expect(holds(...history)).toBe(true)
  })
})

describe('no order is found for', () => {
  test('two that were both told to be first', () =>
    expect(holds(append([1, 4], 'none', 0n), append([2, 3], 'none', 0n))).toBe(false))
  test('an append that was accepted at a revision that had gone', () =>
    expect(holds(append([1, 2], 'none', 0n), append([3, 4], 0n, 1n), append([5, 6], 0n, 1n))).toBe(false))
  test('an acknowledged append that is lost', () =>
    expect(holds(append([1, 2], 'none', 0n), read([3, 4], -1n))).toBe(false))
  test('an append that counts twice', () =>
    expect(holds(append([1, 2], 'none', 0n), append([3, 4], 0n, 1n), read([5, 6], 2n))).toBe(false))
  test('a reader that sees less than one before it', () =>
    expect(holds(append([1, 6], 'none', 0n), read([2, 3], 0n), read([4, 5], -1n))).toBe(false))
  test('a reader that sees what was called only later', () =>
    expect(holds(read([1, 2], 0n), append([3, 4], 'none', 0n))).toBe(false))
  test('a conflict that had no reason', () => expect(holds(append([1, 2], 'none', 'conflict'))).toBe(false))
  test('a conflict that did happen', () =>
    expect(holds(append([1, 2], 'none', 'conflict'), read([3, 4], 0n))).toBe(false))
  test('an unknown outcome that happened only for a while', () =>
    expect(holds(append([1, never], 'none', 'unknown'), read([2, 3], 0n), read([4, 5], -1n))).toBe(false))
  test('an unknown outcome that took half effect', () =>
    expect(holds(append([1, never], 'none', 'unknown', 2), read([2, 3], 0n))).toBe(false))

  test('and it is said where it came to an end', () => {
    const history = [append([1, 2], 'none', 0n), append([3, 4], 0n, 1n), read([5, 6], 0n)]
    const found = findContradiction(streamModel, history)
    expect(found?.ordered).toHaveLength(2)
    expect(found?.stuck).toEqual([{ kind: 'read', told: 0n }])
  })
})

describe('what a follower was given', () => {
  const log = ['1@a', '3@b', '4@c', '9@d']
  test('is all of the log, in order', () => expect(deviation(log, log)).toBeUndefined())
  test.each([
    ['a gap', ['1@a', '4@c', '9@d'], '3@b is missing, at 1'],
    ['a repeat', ['1@a', '3@b', '3@b', '4@c', '9@d'], '3@b again, at 2'],
    ['another order', ['1@a', '4@c', '3@b', '9@d'], '4@c before 3@b, at 1'],
    ['an early end', ['1@a', '3@b', '4@c'], 'ends before 9@d'],
    ['something else', ['1@a', '3@x', '4@c', '9@d'], '3@x, which is not in the log, at 1'],
  ])('with %s is told', (_, got, said) => expect(deviation(got, log)).toBe(said))
})

describe('a history and a log', () => {
  const ids = ['a', 'b']
  const told: Recorded = {
    stream: 's',
    called: 1,
    returned: 2,
    op: { kind: 'append', expected: 'none', ids, told: 1n },
    position: 2n,
  }
  const at = (position: bigint, id: string, revision: bigint): Stored => ({ position, stream: 's', revision, id })
  const said = (operations: Recorded[], log: Stored[]) => complaints({ ...newHistory(), operations }, [], log)

  test('that agree leave nothing to say', () => expect(said([told], [at(1n, 'a', 0n), at(2n, 'b', 1n)])).toEqual([]))
  test.each([
    ['lost', []],
    ['half there', [at(1n, 'a', 0n)]],
    ['there twice', [at(1n, 'a', 0n), at(2n, 'b', 1n), at(3n, 'a', 2n)]],
    ['elsewhere', [at(1n, 'b', 0n), at(2n, 'a', 1n)]],
  ])('an acknowledged append that is %s', (_, log) => expect(said([told], log)).not.toEqual([]))
  test('a refused append that is there', () => {
    const refused: Recorded = {
      ...told,
      op: { kind: 'append', expected: 5n, ids, told: 'conflict' },
      position: undefined,
    }
    expect(said([refused], [at(1n, 'a', 0n), at(2n, 'b', 1n)])).toHaveLength(1)
  })
  test('that agree with what is known, however many outcomes nobody knows', () => {
    const one = (n: number, op: StreamOp, returned: number): Recorded => ({
      stream: 's',
      called: 2 * n,
      returned,
      op,
      position: undefined,
    })
    const lost = Array.from({ length: 30 }, (_, n) =>
      one(n, { kind: 'append', expected: 'any', ids: [`lost ${n}`], told: 'unknown' }, never),
    )
    const answered = Array.from({ length: 300 }, (_, n) =>
      one(n + 30, { kind: 'append', expected: 'any', ids: [`${n}`], told: BigInt(n) }, 2 * (n + 30) + 9),
    )
    const log = answered.map((_, n) => at(BigInt(n), `${n}`, BigInt(n)))
    expect(said([...lost, ...answered], log)).toEqual([])
    // One of the lost ones did happen, in between: whoever was told that place was told wrong.
    const moved = log.map((event, n) => (n < 100 ? event : at(BigInt(n + 1), event.id, BigInt(n + 1))))
    expect(said([...lost, ...answered], [...moved, at(100n, 'lost 7', 100n)])).not.toEqual([])
  })
  test('an event that nobody appended', () =>
    expect(said([told], [at(1n, 'a', 0n), at(2n, 'b', 1n), at(3n, 'z', 2n)])).toHaveLength(1))
  test('an append that was overtaken by one asked for later, in another stream', () => {
    const later = {
      ...told,
      stream: 't',
      called: 3,
      returned: 4,
      position: 1n,
      op: { ...told.op, ids: ['c', 'd'] },
    } as Recorded
    const log = [
      { position: 0n, stream: 't', revision: 0n, id: 'c' },
      { position: 1n, stream: 't', revision: 1n, id: 'd' },
      at(2n, 'a', 0n),
      at(3n, 'b', 1n),
    ]
    expect(said([{ ...told, position: 3n }, later], log)).toEqual(['t: 1 was given after 3 had been answered'])
  })
})
