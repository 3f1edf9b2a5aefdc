import { byOrder, type Placed } from '#domain/segment-order.ts'

const shift = 0.1

/** Returns the order that moves an item past its neighbour above (-1) or below (1); undefined without such a neighbour. */
export const orderNextTo = (all: readonly Placed[], id: string, by: -1 | 1): number | undefined => {
  const sorted = all.toSorted(byOrder)
  const neighbour = sorted[sorted.findIndex((one) => one.id === id) + by]
  return neighbour && neighbour.sortOrder + by * shift
}

/** Returns the order that moves an item to an index among all items: the index itself if the orders are 0, 1, 2 and so on. */
export const orderAtIndex = (all: readonly Placed[], id: string, index: number): number => {
  const sorted = all.toSorted(byOrder)
  if (sorted.every(({ sortOrder }, n) => sortOrder === n)) return index
  const others = sorted.filter((one) => one.id !== id)
  const before = others[index - 1]
  const after = others[index]
  if (before) return before.sortOrder + shift
  return after ? after.sortOrder - shift : 0
}
