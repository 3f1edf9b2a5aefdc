import type { Edge, Room } from '#domain/map-plan.ts'
import { endsOf, isFreeEdge } from '#domain/map-plan.ts'
import { addDoor, addRoom, type Board, edgesBetween, fill, join, type Rect } from '../board.ts'

/** Splits a rectangle into at most `count` rooms, always the largest divisible one in two; no cut leaves less than `least`. */
export const divide = (rect: Rect, count: number, next: Board['next'], least = 3): Rect[] => {
  const rooms = [rect]
  while (rooms.length < count) {
    rooms.sort((a, b) => b.w * b.h - a.w * a.h)
    const at = rooms.findIndex(({ w, h }) => Math.max(w, h) >= least * 2)
    const room = rooms[at]
    if (!room) break
    const along = room.w === room.h ? next.chance(0.5) : room.w > room.h
    const long = along ? room.w : room.h
    const cut = Math.max(least, Math.min(long - least, Math.round(long * next.between(0.38, 0.62))))
    rooms.splice(
      at,
      1,
      ...(along
        ? [
            { ...room, w: cut },
            { ...room, x: room.x + cut, w: room.w - cut },
          ]
        : [
            { ...room, h: cut },
            { ...room, y: room.y + cut, h: room.h - cut },
          ]),
    )
  }
  return rooms
}

/** Adds doors between adjacent rooms until all are connected, and a share `more` of the other possible doors. */
export const connect = (board: Board, ids: readonly number[], more = 0.25): void => {
  const { plan, next } = board
  const [first, ...rest] = ids
  if (first === undefined) return
  const joined = new Set([first])
  const left = new Set(rest)
  const shared = (a: number, b: number) => edgesBetween(plan, a, b).filter((edge) => isFreeEdge(plan, edge)).length
  const linked = (a: number, b: number) => plan.doors.some((door) => between(board, door, a, b))
  while (left.size) {
    const known = [...left].find((b) => [...joined].some((a) => linked(a, b)))
    if (known !== undefined) {
      joined.add(known)
      left.delete(known)
      continue
    }
    const pairs = [...joined]
      .flatMap((a) => [...left].map((b) => ({ a, b, wall: shared(a, b) })))
      .filter(({ wall }) => wall > 0)
    const best = pairs.sort((x, y) => y.wall - x.wall)[0]
    if (!best || !join(board, best.a, best.b, 'door')) break
    joined.add(best.b)
    left.delete(best.b)
  }
  for (const a of ids)
    for (const b of ids) if (a < b && !linked(a, b) && shared(a, b) > 2 && next.chance(more)) join(board, a, b, 'door')
}

const between = ({ plan, cols }: Board, { x, y, side }: Edge, a: number, b: number): boolean => {
  const one = plan.cells[y * cols + x]
  const two = plan.cells[side === 'north' ? (y - 1) * cols + x : y * cols + x - 1]
  return (one === a && two === b) || (one === b && two === a)
}

/** Adds windows to the walls next to open ground: at most one per `every` squares, none at a corner or next to a door. */
export const glaze = (board: Board, ids: readonly number[], ground: number, every = 3): void => {
  const { plan, next } = board
  const corner = new Set<string>()
  for (const id of ids) {
    const edges = edgesBetween(plan, id, ground)
    const ends = edges.flatMap((edge) => endsOf(edge).map((end) => `${end.x},${end.y},${edge.side}`))
    for (const end of ends) if (ends.filter((other) => other === end).length === 1) corner.add(end)
    for (const edge of edges) {
      const along = edge.side === 'north' ? edge.x : edge.y
      if (along % every !== Math.floor(every / 2) || next.chance(0.15)) continue
      if (endsOf(edge).some((end) => corner.has(`${end.x},${end.y},${edge.side}`)) || !isFreeEdge(plan, edge)) continue
      plan.windows.push(edge)
    }
  }
}

export const room = (board: Board, rect: Rect, purpose: string, more: Partial<Room> = {}): number => {
  const id = addRoom(board, purpose, more)
  fill(board, rect, id)
  return id
}

/** Adds a door from a room to the open ground, in the wall nearest to `towards`, by default the lower one. */
export const frontDoor = (
  board: Board,
  id: number,
  ground: number,
  kind: 'door' | 'double',
  towards?: { x: number; y: number },
): Edge | null => {
  const { plan } = board
  const all = edgesBetween(plan, id, ground)
  const wide = (edge: Edge): Edge => {
    const [dx, dy] = edge.side === 'north' ? [1, 0] : [0, 1]
    return kind === 'double' && all.some((e) => e.side === edge.side && e.x === edge.x + dx && e.y === edge.y + dy)
      ? { ...edge, span: 2 }
      : edge
  }
  const [mx, my] = [mean(all.map(({ x }) => x)), mean(all.map(({ y }) => y))]
  const goal = towards ?? { x: mx, y: my + 100 }
  const free = all.filter((edge) => isFreeEdge(plan, edge))
  // The wall nearest to the goal comes first, then the middle of that wall.
  const rank = (edge: Edge) => {
    const peers = free.filter((e) => e.side === edge.side && (e.side === 'north' ? e.y === edge.y : e.x === edge.x))
    const middle = mean(peers.map((e) => (e.side === 'north' ? e.x : e.y)))
    const off = Math.abs((edge.side === 'north' ? edge.x : edge.y) - middle)
    const at = edge.side === 'north' ? { x: middle, y: edge.y } : { x: edge.x, y: middle }
    return Math.hypot(at.x - goal.x, at.y - goal.y) * 10 + off
  }
  const best = free.sort((a, b) => rank(a) - rank(b))[0]
  if (!best) return null
  const edge = wide(best)
  addDoor(board, edge, edge.span === 2 ? 'double' : 'door')
  return edge
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Returns the square of open ground in front of a door. */
export const doorstep = ({ plan, cols }: Board, { x, y, side }: Edge, ground: number): { x: number; y: number } =>
  plan.cells[y * cols + x] === ground ? { x, y } : side === 'north' ? { x, y: y - 1 } : { x: x - 1, y }
