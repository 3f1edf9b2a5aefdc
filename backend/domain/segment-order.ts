/** An item of an ordered list; smaller numbers come first. */
export interface Placed {
  id: string
  sortOrder: number
}

export const byOrder = (a: Placed, b: Placed): number => a.sortOrder - b.sortOrder

/** The number for a new first item. */
export const orderAtTop = (all: readonly Placed[]): number =>
  all.length === 0 ? 0 : Math.min(...all.map(({ sortOrder }) => sortOrder)) - 1
export const orderAtEnd = (all: readonly Placed[]): number =>
  all.length === 0 ? 0 : Math.max(...all.map(({ sortOrder }) => sortOrder)) + 1

interface Placing {
  /** The resulting number of the placed item. */
  sortOrder: number
  /** Other items that get new numbers, and all items that do. */
  renumbered: Placed[]
  moved: Placed[]
}

/**
 * Places a new or moved item at the wanted position; null is the end. Numbers stay whole and distinct: a fraction,
 * which requests a place between two items, and a number in use renumber the list from 0. An item that moves down, or
 * is new, follows the item at its position; one that moves up precedes it.
 */
export const placing = (all: readonly Placed[], { id, wanted }: { id: string; wanted: number | null }): Placing => {
  const before = all.find((one) => one.id === id)?.sortOrder
  const others = all.filter((one) => one.id !== id).toSorted(byOrder)
  const comesUp = before !== undefined && wanted !== null && wanted < before
  const placed = (sortOrder: number, renumbered: Placed[] = []) => ({
    sortOrder,
    renumbered,
    moved: [...(before === sortOrder ? [] : [{ id, sortOrder }]), ...renumbered],
  })
  if (wanted === null) return placed(orderAtEnd(others))
  if (Number.isInteger(wanted) && others.every(({ sortOrder }) => sortOrder !== wanted)) return placed(wanted)
  const index = others.filter(({ sortOrder }) => sortOrder < wanted || (sortOrder === wanted && !comesUp)).length
  const renumbered = others.map(({ id, sortOrder: was }, n) => ({ id, was, sortOrder: n < index ? n : n + 1 }))
  return placed(
    index,
    renumbered.flatMap(({ id, was, sortOrder }) => (was === sortOrder ? [] : [{ id, sortOrder }])),
  )
}
