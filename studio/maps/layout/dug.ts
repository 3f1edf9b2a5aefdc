import type { Edge } from '#domain/map-plan.ts'
import { isFreeEdge, steps, within } from '#domain/map-plan.ts'
import { addDoor, addRoom, type Board, fill, type Rect } from '../board.ts'

/** Rooms that do not touch each other, and passages between them. */

export interface Dug {
  id: number
  rect: Rect
}

/** Places rooms of the wanted purposes at random without touching, the largest first. */
export const digRooms = (
  board: Board,
  wanted: readonly { purpose: string; side: readonly [number, number] }[],
): Dug[] => {
  const { cols, rows, next } = board
  const dug: Dug[] = []
  const bySize = [...wanted].sort((a, b) => b.side[1] - a.side[1])
  for (const { purpose, side } of bySize)
    for (let attempt = 0; attempt < 360; attempt++) {
      const shrink = Math.floor(attempt / 90)
      const gap = attempt < 150 ? 2 : 1
      const w = Math.max(3, next.int(side[0], side[1]) - shrink)
      const h = Math.max(3, next.int(Math.max(3, side[0] - 1), Math.max(4, side[1] - 1)) - shrink)
      if (w > cols - 4 || h > rows - 4) continue
      const rect = { x: next.int(1, cols - w - 1), y: next.int(1, rows - h - 1), w, h }
      const apart = dug.every(
        ({ rect: other }) =>
          rect.x >= other.x + other.w + gap ||
          other.x >= rect.x + w + gap ||
          rect.y >= other.y + other.h + gap ||
          other.y >= rect.y + h + gap,
      )
      if (!apart) continue
      const id = addRoom(board, purpose)
      fill(board, rect, id)
      dug.push({ id, rect })
      break
    }
  return dug
}

const middle = ({ rect }: Dug) => ({ x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 })
const distance = (a: Dug, b: Dug) => Math.hypot(middle(a).x - middle(b).x, middle(a).y - middle(b).y)

/** Returns the pairs of rooms to connect: a minimum spanning tree, and a share `more` of other short links, which form loops. */
export const web = (rooms: readonly Dug[], next: Board['next'], more = 0.45): [Dug, Dug][] => {
  const [first, ...rest] = rooms
  if (!first) return []
  const joined = [first]
  const left = new Set(rest)
  const links: [Dug, Dug][] = []
  while (left.size) {
    let best: [Dug, Dug] | null = null
    for (const a of joined) for (const b of left) if (!best || distance(a, b) < distance(...best)) best = [a, b]
    if (!best) break
    links.push(best)
    joined.push(best[1])
    left.delete(best[1])
  }
  const has = (a: Dug, b: Dug) => links.some(([c, d]) => (a === c && b === d) || (a === d && b === c))
  const spare = rooms
    .flatMap((a, i) => rooms.slice(i + 1).map((b): [Dug, Dug] => [a, b]))
    .filter(([a, b]) => !has(a, b))
    .sort((a, b) => distance(...a) - distance(...b))
    .slice(0, rooms.length)
  for (const link of spare) if (next.chance(more)) links.push(link)
  return links
}

const facing = (
  board: Board,
  id: number,
  [x, y]: readonly [number, number],
  [dx, dy]: readonly [number, number],
): Edge | null => {
  const at = (cx: number, cy: number) => (within(board, cx, cy) ? (board.plan.cells[cy * board.cols + cx] ?? 0) : 0)
  if (at(x + dx, y + dy) !== id) return null
  return dx
    ? { x: Math.max(x, x + dx), y, side: 'west', span: 1 }
    : { x, y: Math.max(y, y + dy), side: 'north', span: 1 }
}

const doorFor = ({ next }: Board) =>
  (next.chance(0.14) ? 'barred' : next.chance(0.12) ? 'arch' : 'door') as 'door' | 'barred' | 'arch'

/**
 * Digs a passage between two rooms, with doors at its ends. The path prefers existing passages and avoids bends. Returns
 * false if there is none.
 */
export const dig = (board: Board, from: number, to: number, passage: number): boolean => {
  const { plan, cols, rows, next } = board
  const at = (x: number, y: number) => plan.cells[y * cols + x] as number
  const inside = (x: number, y: number) => x > 0 && y > 0 && x < cols - 1 && y < rows - 1
  const cost = new Float64Array(cols * rows * 4).fill(Infinity)
  const came = new Int32Array(cols * rows * 4).fill(-1)
  const line: number[] = []
  const passable = (x: number, y: number) => inside(x, y) && (at(x, y) === 0 || at(x, y) === passage)
  const price = (x: number, y: number) =>
    at(x, y) === passage
      ? 0.35
      : 1 + steps.filter(([dx, dy]) => at(x + dx, y + dy) > 0 && at(x + dx, y + dy) !== passage).length * 0.5
  const corner = (edge: Edge, id: number) => {
    // A door in the corner of a room looks like a mistake.
    const row = edge.side === 'north' ? [1, 0] : [0, 1]
    const [nx, ny] =
      at(edge.x, edge.y) === id ? [edge.x, edge.y] : edge.side === 'north' ? [edge.x, edge.y - 1] : [edge.x - 1, edge.y]
    return [-1, 1].some((s) => at(nx + s * (row[0] as number), ny + s * (row[1] as number)) !== id)
  }
  for (let y = 1; y < rows - 1; y++)
    for (let x = 1; x < cols - 1; x++) {
      if (!passable(x, y)) continue
      steps.forEach((step, d) => {
        const edge = facing(board, from, [x, y], [-step[0], -step[1]])
        if (!edge) return
        const known = plan.doors.some(
          (other) => other.x === edge.x && other.y === edge.y && other.side === edge.side && !other.secret,
        )
        if (!known && (!isFreeEdge(plan, edge) || corner(edge, from))) return
        const i = (y * cols + x) * 4 + d
        cost[i] = price(x, y) + (known ? 0 : 1.5) + next() * 0.4
        line.push(i)
      })
    }
  let end = -1
  while (line.length) {
    let k = 0
    for (let j = 1; j < line.length; j++)
      if ((cost[line[j] as number] as number) < (cost[line[k] as number] as number)) k = j
    const i = line.splice(k, 1)[0] as number
    const cell = i >> 2
    const [x, y, d] = [cell % cols, Math.floor(cell / cols), i & 3]
    const ahead = steps[d] as (typeof steps)[number]
    const edge = facing(board, to, [x, y], ahead)
    if (edge) {
      const known = plan.doors.some(
        (other) => other.x === edge.x && other.y === edge.y && other.side === edge.side && !other.secret,
      )
      if (known || (isFreeEdge(plan, edge) && !corner(edge, to))) {
        end = i
        break
      }
    }
    steps.forEach(([dx, dy], nd) => {
      if (!passable(x + dx, y + dy)) return
      const j = ((y + dy) * cols + x + dx) * 4 + nd
      const c = (cost[i] as number) + price(x + dx, y + dy) + (nd === d ? 0 : 1.2)
      if (c >= (cost[j] as number)) return
      cost[j] = c
      came[j] = i
      line.push(j)
    })
  }
  if (end < 0) return false
  let first = end
  for (let i = end; i >= 0; i = came[i] as number) {
    plan.cells[i >> 2] = passage
    first = i
  }
  const sill = (i: number, id: number, back: boolean) => {
    const cell = i >> 2
    const [dx, dy] = steps[i & 3] as (typeof steps)[number]
    const edge = facing(board, id, [cell % cols, Math.floor(cell / cols)], back ? [-dx, -dy] : [dx, dy])
    if (edge && isFreeEdge(plan, edge)) addDoor(board, edge, doorFor(board))
  }
  sill(first, from, true)
  sill(end, to, false)
  return true
}
