import { addRoom, type Board, fill, type Rect } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { connect, divide, doorstep, frontDoor, glaze, room } from './house.ts'
import { tread, way } from './paths.ts'
import { river } from './waters.ts'

/** Lays out houses around a green, with a road through it and a path to every door. */
export const layVillage = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const ground = addRoom(board, 'green', { walled: false, outside: true, floor: 'grass' })
  fill(board, { x: 0, y: 0, w: cols, h: rows }, ground)
  if (brief.water) river(board, brief)
  const wet = new Set(plan.pools.flatMap(({ cells }) => cells))
  const west = { x: 0, y: next.int(Math.floor(rows * 0.35), Math.floor(rows * 0.65)) }
  const east = { x: cols - 1, y: next.int(Math.floor(rows * 0.35), Math.floor(rows * 0.65)) }
  const green = { x: Math.round(cols / 2 + next.between(-2, 2)), y: Math.round(rows / 2 + next.between(-2, 2)) }
  const reach = Math.max(2, Math.round(Math.min(cols, rows) / 9))
  const streets = [
    ...way(board, west, green),
    ...way(board, green, east),
    ...way(board, green, { x: green.x + next.int(-4, 4), y: next.chance(0.5) ? 0 : rows - 1 }),
  ]
  tread(board, streets, true)
  tread(board, round(board, green, reach))
  plan.entrance = west
  const kept = new Set([...plan.paths, ...wet])
  const count = brief.rooms ?? Math.max(3, Math.round((cols * rows) / 88))
  const houses: { rect: Rect; ids: number[] }[] = []
  const purposes = purposesFor(brief, count, next)
  for (let attempt = 0; attempt < 700 && houses.length < count; attempt++) {
    const large = houses.length < 2 && attempt < 250
    const w = next.int(large ? 5 : 3, large ? 8 : attempt < 400 ? 6 : 4)
    const h = next.int(large ? 5 : 3, large ? 7 : attempt < 400 ? 5 : 4)
    const rect = { x: next.int(1, cols - w - 1), y: next.int(1, rows - h - 1), w, h }
    if (!clear(board, rect, ground, kept)) continue
    if (!beside(rect, plan.paths, cols, attempt < 450 ? 2.6 : 5)) continue
    const purpose = purposes[houses.length] ?? 'cottage'
    const parts = divide(rect, w * h >= 35 ? 3 : w * h >= 20 ? 2 : 1, next, 2).sort((a, b) => b.w * b.h - a.w * a.h)
    const floor = ['smithy', 'stable', 'store'].includes(purpose)
      ? ('earth' as const)
      : purpose === 'chapel'
        ? ('slabs' as const)
        : ('planks' as const)
    const ids = parts.map((part, i) =>
      room(board, part, i === 0 ? purpose : (back[purpose] ?? next.pick(['bedroom', 'storeroom'])), { floor }),
    )
    houses.push({ rect, ids })
  }
  for (const { ids } of houses) {
    connect(board, ids, 0)
    const front = frontDoor(board, ids[0] as number, ground, 'door', green)
    if (front) tread(board, way(board, doorstep(board, front, ground), green))
    glaze(board, ids, ground, 2)
  }
  plan.furniture.push({
    kind: 'well',
    x: green.x + 0.5,
    y: green.y + 0.5,
    w: 1.4,
    h: 1.4,
    turn: 0,
    blocks: true,
    opaque: false,
    secret: false,
  })
}

const back: Readonly<Record<string, string>> = {
  smithy: 'storeroom',
  alehouse: 'kitchen',
  bakery: 'storeroom',
  chapel: 'cell',
  cottage: 'bedroom',
  store: 'storeroom',
  stable: 'storeroom',
}

const round = ({ cols, rows }: Board, { x: cx, y: cy }: { x: number; y: number }, r: number): number[] => {
  const found: number[] = []
  for (let y = Math.max(0, cy - r); y <= Math.min(rows - 1, cy + r); y++)
    for (let x = Math.max(0, cx - r); x <= Math.min(cols - 1, cx + r); x++)
      if (Math.hypot(x - cx, y - cy) <= r + 0.2) found.push(y * cols + x)
  return found
}

const clear = (
  { plan, cols, rows }: Board,
  { x, y, w, h }: Rect,
  ground: number,
  kept: ReadonlySet<number>,
): boolean => {
  for (let cy = y - 1; cy <= y + h; cy++)
    for (let cx = x - 1; cx <= x + w; cx++) {
      if (cx < 0 || cy < 0 || cx >= cols || cy >= rows) return false
      if (plan.cells[cy * cols + cx] !== ground) return false
      const inner = cx >= x && cy >= y && cx < x + w && cy < y + h
      if (inner && kept.has(cy * cols + cx)) return false
    }
  return true
}

const beside = ({ x, y, w, h }: Rect, paths: readonly number[], cols: number, reach: number): boolean =>
  paths.some((cell) => {
    const [px, py] = [cell % cols, Math.floor(cell / cols)]
    const dx = Math.max(x - px, 0, px - x - w + 1)
    const dy = Math.max(y - py, 0, py - y - h + 1)
    return dx + dy <= reach
  })
