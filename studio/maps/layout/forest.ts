import { addRoom, type Board, fill } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { connect, doorstep, frontDoor, glaze, room } from './house.ts'
import { tread, way } from './paths.ts'
import { pond, river, shore } from './waters.ts'

/** Lays out places in the woods, with a path from one to the next; the trees are planted after everything else is placed. */
export const layForest = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const open = { walled: false, outside: true, floor: 'grass' as const }
  const woods = addRoom(board, 'woods', open)
  fill(board, { x: 0, y: 0, w: cols, h: rows }, woods)
  if (brief.things.includes('coast')) shore(board)
  else if (brief.water) river(board, brief)
  const wet = new Set(plan.pools.flatMap(({ cells }) => cells))
  const deep = new Set(plan.pools.filter(({ shallow }) => !shallow).flatMap(({ cells }) => cells))
  const count = brief.rooms ?? Math.max(3, Math.min(7, Math.round((cols * rows) / 130)))
  const purposes = purposesFor(brief, count, next)
  const spots: { x: number; y: number; r: number }[] = []
  for (let i = 0; i < 500 && spots.length < purposes.length; i++) {
    const r = next.between(2.2, Math.max(2.6, Math.min(cols, rows) / 6.5)) * (i > 250 ? 0.8 : 1)
    const [x, y] = [next.between(r, cols - r), next.between(r, rows - r)]
    if (wet.has(Math.floor(y) * cols + Math.floor(x))) continue
    if (spots.every((other) => Math.hypot(other.x - x, other.y - y) > other.r + r + 0.6)) spots.push({ x, y, r })
  }
  const sorted = spots.sort((a, b) => a.x - b.x)
  const ends: { x: number; y: number }[] = []
  const huts: number[] = []
  for (const [i, { x: cx, y: cy, r }] of sorted.entries()) {
    const purpose = purposes[i] ?? 'glade'
    const id = addRoom(board, purpose, open)
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++)
        if (Math.hypot(x + 0.5 - cx, y + 0.5 - cy) < r && !deep.has(y * cols + x)) plan.cells[y * cols + x] = id
    // The path to a pond ends at its bank.
    ends.push({ x: Math.max(0, Math.floor(purpose === 'pond' ? cx - r : cx)), y: Math.floor(cy) })
    if (purpose === 'pond') pond(board, brief, cx, cy, r * 0.78, true)
    if (purpose === 'hut') huts.push(id)
  }
  for (const id of huts) {
    const at = ends[sorted.findIndex((_, i) => purposes[i] === 'hut')]
    if (!at) continue
    const rect = {
      x: Math.max(1, Math.min(cols - 5, at.x - 2)),
      y: Math.max(1, Math.min(rows - 5, at.y - 2)),
      w: 4,
      h: 3,
    }
    const inner = room(board, rect, 'cottage', { floor: 'planks' })
    connect(board, [inner])
    const door = frontDoor(board, inner, id, 'door')
    glaze(board, [inner], id, 2)
    if (door) Object.assign(at, doorstep(board, door, id))
  }
  const dry = (x: number, from: number): { x: number; y: number } => {
    let y = from
    while (y > 0 && deep.has(y * cols + x)) y--
    return { x, y }
  }
  plan.entrance = dry(0, ends[0]?.y ?? rows >> 1)
  const exit = dry(cols - 1, ends.at(-1)?.y ?? rows >> 1)
  const stops = [plan.entrance, ...ends.filter(({ x, y }) => !deep.has(y * cols + x)), exit]
  for (const [i, to] of stops.slice(1).entries()) tread(board, way(board, stops[i] as (typeof stops)[number], to))
}
