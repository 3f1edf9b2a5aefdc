import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../../eventstore/embedded/event.ts'
import { createTail } from '../../eventstore/embedded/tail.ts'

const NONE = Buffer.alloc(0)
const row = (position: bigint, size: number): Row => ({
  position,
  revision: 0n,
  stream: NONE,
  type: NONE,
  id: NONE,
  json: true,
  created: 0,
  metadata: NONE,
  data: Buffer.alloc(size),
})

test('the tail either has all that follows a position, or says that it does not know', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 60 }), fc.nat({ max: 70 }), (sizes, after) => {
      const tail = createTail(20, 400)
      tail.reset(3n)
      const all = sizes.map((size, index) => row(BigInt(index + 4), size))
      for (let i = 0; i < all.length; i += 5) tail.push(all.slice(i, i + 5))
      const found = tail.after(BigInt(after), 1000)
      const expected = all.filter(({ position }) => position > BigInt(after))
      if (found) expect(found.map(({ position }) => position)).toEqual(expected.map(({ position }) => position))
      else
        expect(expected.length > 20 || after < 3 || expected.reduce((sum, one) => sum + one.data.length, 0) > 400).toBe(
          true,
        )
    }),
  )
})

test('one event larger than the tail is left to the database', () => {
  const tail = createTail(20, 400)
  tail.push([row(1n, 401), row(2n, 1)])
  expect(tail.after(0n, 10)).toBeUndefined()
  expect(tail.after(1n, 10)).toHaveLength(1)
})
