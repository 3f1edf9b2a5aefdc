/** Size of a node with the free space around it, in pixels. */
export const room = { width: 220, height: 70 }

/** Centres of nodes, x and y alternating. */
export type Coordinates = Float64Array

const x = (at: Coordinates, n: number) => at[2 * n] ?? 0
const y = (at: Coordinates, n: number) => at[2 * n + 1] ?? 0

/** Grid cells as single numbers: overlapping nodes are in one cell or in adjacent ones. */
const rowsApart = 2 ** 24
const cellOf = (at: Coordinates, n: number) =>
  Math.floor(x(at, n) / room.width) * rowsApart + Math.floor(y(at, n) / room.height)
const cellsOf = (at: Coordinates): Map<number, number[]> => {
  const cells = new Map<number, number[]>()
  for (let n = 0; n < at.length / 2; n++) {
    const key = cellOf(at, n)
    const cell = cells.get(key)
    if (cell) cell.push(n)
    else cells.set(key, [n])
  }
  return cells
}
/** Offsets from a cell's key to its own and to those of half of its neighbours, so that each pair of adjacent cells is visited once. */
const onwards = [0, 1, rowsApart - 1, rowsApart, rowsApart + 1]

/** Visits each overlapping pair once, with current coordinates. */
const eachOverlap = (at: Coordinates, meet: (one: number, other: number) => void): void => {
  const cells = cellsOf(at)
  for (const [key, cell] of cells)
    for (const step of onwards) {
      const others = cells.get(key + step)
      if (!others) continue
      for (const one of cell)
        for (const other of others) if ((step !== 0 || one < other) && overlap(at, one, other)) meet(one, other)
    }
}
const slack = 0.01
const overlap = (at: Coordinates, one: number, other: number) =>
  room.width - Math.abs(x(at, one) - x(at, other)) > slack && room.height - Math.abs(y(at, one) - y(at, other)) > slack

export const overlapCount = (at: Coordinates): number => {
  let count = 0
  eachOverlap(at, () => count++)
  return count
}

/**
 * Pushes overlapping nodes apart along the axis of less overlap; fixed ones stay. Returns true if no overlap is left.
 */
const push = (at: Coordinates, isFixed: (n: number) => boolean, rounds: number): boolean => {
  for (let round = 0; round < rounds; round++) {
    let moved = false
    eachOverlap(at, (one, other) => {
      if (isFixed(one) && isFixed(other)) return
      const [dx, dy] = [x(at, other) - x(at, one), y(at, other) - y(at, one)]
      const [byX, byY] = [room.width - Math.abs(dx), room.height - Math.abs(dy)]
      const [axis, by] = byX / room.width < byY / room.height ? [0, dx < 0 ? -byX : byX] : [1, dy < 0 ? -byY : byY]
      const share = isFixed(one) ? 0 : isFixed(other) ? 1 : 0.5
      at[2 * one + axis] = (at[2 * one + axis] ?? 0) - by * share
      at[2 * other + axis] = (at[2 * other + axis] ?? 0) + by * (1 - share)
      moved = true
    })
    if (!moved) return true
  }
  return false
}

/** Moves nodes that still overlap into the nearest empty space, ring by ring. */
const resettle = (at: Coordinates, isFixed: (n: number) => boolean): void => {
  const stuck = new Set<number>()
  eachOverlap(at, (one, other) => void (isFixed(other) ? isFixed(one) || stuck.add(one) : stuck.add(other)))
  for (const n of stuck) {
    const [fromX, fromY] = [x(at, n), y(at, n)]
    const isFree = () => {
      for (let other = 0; other < at.length / 2; other++) if (other !== n && overlap(at, n, other)) return false
      return true
    }
    for (let ring = 1; !isFree(); ring += 0.05)
      at.set([fromX + Math.cos(ring * 20) * ring * room.width, fromY + Math.sin(ring * 20) * ring * room.height], 2 * n)
  }
}

/**
 * Moves nodes until none overlap. Pushing alone may stall. Then it scales the coordinates up if `mayGrow`, which also moves
 * fixed nodes; otherwise it moves the overlapping nodes into empty space.
 */
export const moveApart = (at: Coordinates, isFixed: (n: number) => boolean, mayGrow: boolean): void => {
  if (push(at, isFixed, 80)) return
  if (!mayGrow) resettle(at, isFixed)
  else
    do for (let n = 0; n < at.length; n++) at[n] = (at[n] ?? 0) * 1.03
    while (!push(at, isFixed, 30))
}
