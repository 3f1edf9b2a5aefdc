import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byOrder, type Placed, placing } from '#domain/segment-order.ts'
import { orderAtIndex, orderNextTo } from '../../frontend/src/features/conjurations/contents/places.ts'

const numbers = fc.uniqueArray(fc.integer({ min: -5, max: 20 }), { minLength: 1, maxLength: 8 })
const placed = (orders: readonly number[]): Placed[] => orders.map((sortOrder, n) => ({ id: String(n), sortOrder }))
const ids = (all: readonly Placed[]) => all.toSorted(byOrder).map(({ id }) => id)
const after = (all: readonly Placed[], id: string, wanted: number) => {
  const { moved } = placing(all, { id, wanted })
  return ids(all.map((one) => moved.find((other) => other.id === one.id) ?? one))
}

test('a step takes something past its neighbour, and past none at the end', () => {
  fc.assert(
    fc.property(numbers, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (orders, which, by) => {
      const all = placed(orders)
      const before = ids(all)
      const at = which % all.length
      const id = before[at] ?? ''
      const wanted = orderNextTo(all, id, by)
      const stepped = before.toSpliced(at, 1).toSpliced(at + by, 0, id)
      if (wanted === undefined) expect(before[at + by]).toBeUndefined()
      else expect(after(all, id, wanted)).toEqual(stepped)
    }),
  )
})

test('what is dragged comes to stand at the index of what it is dropped on, whatever gaps there are', () => {
  fc.assert(
    fc.property(numbers, fc.nat(), fc.nat(), (orders, from, to) => {
      const all = placed(orders)
      const before = ids(all)
      const [at, index] = [from % all.length, to % all.length]
      const id = before[at] ?? ''
      expect(after(all, id, orderAtIndex(all, id, index))).toEqual(before.toSpliced(at, 1).toSpliced(index, 0, id))
    }),
  )
  expect(orderAtIndex(placed([0, 1, 2]), '2', 1)).toBe(1)
})
