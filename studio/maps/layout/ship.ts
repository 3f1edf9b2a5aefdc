import { isFreeEdge, type Room, roomAt } from '#domain/map-plan.ts'
import { addRoom, type Board, edgesBetween, join } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'

/** Lays out a ship at sea: the upper deck and, if the map is wide enough, the lower deck next to it. */
export const layShip = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const across = cols >= rows
  const [long, wide] = across ? [cols, rows] : [rows, cols]
  const two = wide >= 15
  const beam = Math.min(two ? Math.floor((wide - 3) / 2) : wide - 4, Math.max(5, Math.round((long - 4) / 3.1)))
  const length = Math.min(long - 4, Math.max(12, beam * 4))
  const bowFirst = next.chance(0.5)
  const start = Math.floor((long - length) / 2)
  /** Half the width of the hull, from the stern (0) to the bow (1). */
  const half = (t: number) => (beam / 2) * (t < 0.64 ? 1 : Math.sqrt(Math.max(0, 1 - ((t - 0.64) / 0.37) ** 2.2)))
  const hull = (middle: number, roomFor: (t: number) => number) => {
    for (let u = 0; u < length; u++) {
      const t = (u + 0.5) / length
      for (let v = Math.floor(middle - beam / 2); v <= middle + beam / 2; v++) {
        if (Math.abs(v + 0.5 - middle) > half(t)) continue
        const along = bowFirst ? start + length - 1 - u : start + u
        const [x, y] = across ? [along, v] : [v, along]
        if (x > 0 && y > 0 && x < cols - 1 && y < rows - 1) plan.cells[y * cols + x] = roomFor(t)
      }
    }
  }
  const free: Partial<Room> = { walled: false, outside: true, natural: true, floor: 'deck' }
  const below: Partial<Room> = { natural: true, floor: 'deck' }
  const deck = addRoom(board, 'deck', free)
  const purposes = purposesFor(brief, Math.max(3, brief.rooms ?? 7), next)
  const cabin = addRoom(board, purposes.shift() ?? 'cabin', { ...below, floor: 'planks' })
  const fore = addRoom(board, purposes.shift() ?? 'forecastle', below)
  const gap = Math.min(1.2, (wide - 2 * beam) / 2 - 0.6)
  const upper = two ? Math.floor(wide / 2 - gap) - beam / 2 : wide / 2
  hull(upper, (t) => (t < 0.2 ? cabin : t > 0.74 ? fore : deck))
  join(board, deck, cabin, 'double')
  join(board, deck, fore, 'door')
  const middle = (t: number, v: number) => {
    const u = Math.floor(t * length)
    const along = bowFirst ? start + length - 1 - u : start + u
    return across ? { x: along + 0.5, y: Math.floor(v) + 0.5 } : { x: Math.floor(v) + 0.5, y: along + 0.5 }
  }
  const turn = (across ? Math.PI / 2 : 0) + (bowFirst ? Math.PI : 0)
  if (two) {
    const count = Math.max(3, Math.min(purposes.length, Math.floor(length / 5)))
    const cuts = Array.from({ length: count }, (_, i) => addRoom(board, purposes[i] ?? 'hold', below))
    const lower = Math.ceil(wide / 2 + gap) + beam / 2
    hull(lower, (t) => cuts[Math.min(count - 1, Math.floor(t * count))] as number)
    for (let i = 1; i < count; i++) join(board, cuts[i - 1] as number, cuts[i] as number, 'door')
    const up = middle(0.5 / count + 1 / count, upper - beam / 4)
    const down = middle(0.5 / count + 1 / count, lower - beam / 4)
    plan.stairs.push(
      { ...up, w: 1, h: 1, turn, to: 'down', leadsTo: 1 },
      { ...down, w: 1, h: 1, turn, to: 'up', leadsTo: 0 },
    )
    stow(board, cuts)
  }
  const gangway = middle(0.5, upper + beam / 2 - 1)
  plan.entrance = { x: Math.floor(gangway.x), y: Math.floor(gangway.y) }
}

/** Adds a hidden locker to one of the rooms on the lower deck. */
const stow = (board: Board, ids: readonly number[]): void => {
  const { plan, cols } = board
  for (const id of ids) {
    const cells = plan.cells.flatMap((value, cell) => (value === id ? [cell] : []))
    const [x0, x1] = [Math.min(...cells.map((c) => c % cols)), Math.max(...cells.map((c) => c % cols))]
    const [y0, y1] = [
      Math.min(...cells.map((c) => Math.floor(c / cols))),
      Math.max(...cells.map((c) => Math.floor(c / cols))),
    ]
    if (x1 - x0 < 3 || y1 - y0 < 3) continue
    const hidden = plan.rooms.length + 1
    // The locker must not touch the hull, whose shape would reveal it.
    const inboard = (c: number) =>
      [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => roomAt(plan, (c % cols) + dx, Math.floor(c / cols) + dy) > 0))
    const inner = cells.filter(inboard)
    const [left, top] = [Math.min(...inner.map((c) => c % cols)), Math.min(...inner.map((c) => Math.floor(c / cols)))]
    const corner = inner.filter((c) => c % cols <= left + 1 && Math.floor(c / cols) <= top)
    const busy = [...plan.doors, ...plan.stairs].some(
      ({ x, y }) => x <= left + 3 && y <= top + 2 && x >= left - 1 && y >= top - 1,
    )
    if (busy || corner.length < 2) continue
    addRoom(board, 'cache', { secret: true, natural: true, floor: 'deck' })
    for (const cell of corner) plan.cells[cell] = hidden
    const edge = edgesBetween(plan, id, hidden).filter((e) => isFreeEdge(plan, e))[0]
    if (!edge) {
      plan.rooms.pop()
      for (const cell of corner) plan.cells[cell] = id
      continue
    }
    plan.doors.push({
      ...edge,
      id: `d${plan.doors.length + 1}`,
      kind: 'door',
      closed: true,
      locked: false,
      secret: true,
    })
    return
  }
}
