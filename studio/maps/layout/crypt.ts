import { isFreeEdge, roomOf, steps } from '#domain/map-plan.ts'
import { reachable } from '#domain/map-reach.ts'
import { addDoor, addRoom, type Board, edgesBetween, type Rect } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { type Dug, dig, digRooms, web } from './dug.ts'

/** Lays out rooms in rock with passages between them: crypts, temples below ground, prisons. */
export const layCrypt = (board: Board, brief: Brief): void => {
  const { cols, rows, next } = board
  const count = brief.rooms ?? Math.max(4, Math.min(18, Math.round((cols * rows) / 40)))
  const big = Math.max(5, Math.min(9, Math.floor(Math.min(cols, rows) / 2.6)))
  const wanted = purposesFor(brief, count, next).map((purpose, i) => ({
    purpose,
    side: (i === 0 ? [Math.max(4, big - 2), big] : i < 4 ? [4, Math.max(5, big - 1)] : i < 8 ? [3, 6] : [3, 4]) as [
      number,
      number,
    ],
  }))
  const rooms = digRooms(board, wanted)
  const passage = addRoom(board, 'passage', { walled: false })
  for (const [a, b] of web(rooms, next)) dig(board, a.id, b.id, passage)
  comeIn(board, rooms)
  hideRoom(
    board,
    rooms.map(({ rect }) => rect),
    passage,
  )
  noOrphans(board, rooms, passage)
}

/** Adds the entrance: stairs to the surface, in the room that is lowest on the map. */
export const comeIn = (board: Board, rooms: readonly Dug[]): void => {
  const { plan } = board
  const hall = [...rooms].sort((a, b) => b.rect.y + b.rect.h - (a.rect.y + a.rect.h))[0]
  if (!hall) return
  const { rect } = hall
  const x = rect.x + (rect.w >> 1)
  const y = rect.y + rect.h - 1
  plan.stairs.push({ x: x + 0.5, y: y + 0.5, w: 1, h: 1, turn: 0, to: 'up', leadsTo: null })
  plan.entrance = { x, y }
}

/** Adds a small room behind a secret door, in the rock next to one of the rectangles, if there is space. */
export const hideRoom = (board: Board, rects: readonly Rect[], passage: number): void => {
  const { plan, cols, rows, next } = board
  const solid = ({ x, y, w, h }: Rect) => {
    for (let cy = y; cy < y + h; cy++)
      for (let cx = x; cx < x + w; cx++)
        if (cx < 1 || cy < 1 || cx >= cols - 1 || cy >= rows - 1 || plan.cells[cy * cols + cx]) return false
    return true
  }
  for (let attempt = 0; attempt < 160; attempt++) {
    const host = rects[next.int(0, Math.max(0, rects.length - 1))]
    if (!host) return
    const [w, h] = [next.int(2, 4), next.int(2, 3)]
    const [dx, dy] = steps[next.int(0, 3)] as (typeof steps)[number]
    // The hidden room is adjacent: the wall between the rooms takes no squares.
    const x = dx > 0 ? host.x + host.w : dx < 0 ? host.x - w : next.int(host.x, Math.max(host.x, host.x + host.w - w))
    const y = dy > 0 ? host.y + host.h : dy < 0 ? host.y - h : next.int(host.y, Math.max(host.y, host.y + host.h - h))
    const room = { x, y, w, h }
    if (!solid(room)) continue
    const hostId = plan.cells[host.y * cols + host.x] as number
    if (!roomOf(plan, hostId) || hostId === passage) continue
    const id = addRoom(board, 'cache', { secret: true })
    for (let cy = y; cy < y + h; cy++) for (let cx = x; cx < x + w; cx++) plan.cells[cy * cols + cx] = id
    const free = edgesBetween(plan, hostId, id).filter((edge) => isFreeEdge(plan, edge))
    const edge = free[free.length >> 1]
    if (edge) {
      addDoor(board, edge, 'door', { secret: true, closed: true })
      return
    }
    plan.rooms.pop()
    plan.cells = plan.cells.map((cell) => (cell === id ? 0 : cell))
  }
}

/** Connects unreachable rooms by a passage of their own, or fills them in. */
export const noOrphans = (board: Board, rooms: readonly Dug[], passage: number): void => {
  const { plan, cols } = board
  for (const { id, rect } of rooms) {
    const here = () => reachable(plan, { blocked: new Set() }).has(rect.y * cols + rect.x)
    if (here()) continue
    const others = rooms.filter((other) => other.id !== id)
    for (const other of others) if (dig(board, id, other.id, passage) && here()) break
    if (!here()) plan.cells = plan.cells.map((cell) => (cell === id ? 0 : cell))
  }
}
