import { isFreeEdge } from '#domain/map-plan.ts'
import { addDoor, addRoom, type Board, edgesBetween, fill, join, type Rect } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { hideRoom } from './crypt.ts'
import { wallOff } from './hide.ts'
import { connect, divide, glaze, room } from './house.ts'
import { tread, way } from './paths.ts'

/** Lays out a castle: ranges of rooms around a court, towers at the corners, and a gatehouse to the south. */
export const layKeep = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const ground = addRoom(board, 'approach', { walled: false, outside: true, floor: 'grass' })
  fill(board, { x: 0, y: 0, w: cols, h: rows }, ground)
  const moat = brief.water === true && Math.min(cols, rows) >= 20
  const margin = moat ? 4 : 2
  const ward: Rect = { x: margin, y: margin - 1, w: cols - 2 * margin, h: rows - 2 * margin }
  const depth = Math.max(3, Math.min(8, Math.floor(Math.min(ward.w, ward.h) / 3.6)))
  const court = room(board, ward, 'courtyard', { outside: true, floor: 'cobbles' })
  const north: Rect = { x: ward.x, y: ward.y, w: ward.w, h: depth + (ward.h > 16 ? 1 : 0) }
  const low = ward.y + north.h
  const side = ward.h - north.h - 1
  const west: Rect = { x: ward.x, y: low, w: depth, h: side }
  const east: Rect = { x: ward.x + ward.w - depth, y: low, w: depth, h: side }
  const count = Math.max(5, brief.rooms ?? Math.round((ward.w * ward.h) / 46))
  const purposes = purposesFor(brief, count, next)
  const ranges = ward.w >= depth * 2 + 5 ? [north, west, east] : [north, west]
  const lengths = ranges.map(({ w, h }) => Math.max(w, h))
  const total = lengths.reduce((sum, value) => sum + value, 0)
  const stone = { floor: 'slabs' as const }
  const ids: number[] = []
  const hallWide = Math.max(5, Math.round(north.w * 0.46))
  const hallAt = north.x + Math.round((north.w - hallWide) / 2)
  for (const [i, range] of ranges.entries()) {
    if (i === 0) {
      ids.push(room(board, { ...north, x: hallAt, w: hallWide }, purposes.shift() ?? 'hall', stone))
      const flanks = [
        { ...north, w: hallAt - north.x },
        { ...north, x: hallAt + hallWide, w: north.x + north.w - hallAt - hallWide },
      ]
      for (const flank of flanks)
        for (const rect of flank.w >= 8 ? divide(flank, 2, next) : [flank])
          ids.push(room(board, rect, purposes.shift() ?? 'storeroom', stone))
      continue
    }
    const share = Math.max(1, Math.min(Math.floor(range.h / 3), Math.round((count * (lengths[i] as number)) / total)))
    for (const rect of stack(range, share, next))
      ids.push(room(board, rect, purposes.shift() ?? next.pick(['storeroom', 'quarters', 'guardroom']), stone))
  }
  const towers = cornerTowers(board, ward)
  for (const id of ids) join(board, court, id, id === ids[0] ? 'double' : 'door')
  connect(board, [court, ...ids], 0.3)
  for (const tower of towers) {
    const host = [court, ...ids].find((id) => edgesBetween(plan, tower, id).some((edge) => isFreeEdge(plan, edge)))
    if (host !== undefined) join(board, host, tower, 'door')
  }
  const gate = gatehouse(board, ward)
  const floorless = towers.map((id) => plan.cells.indexOf(id))
  for (const cell of floorless.slice(0, 2))
    if (cell >= 0)
      plan.stairs.push({
        x: (cell % cols) + 0.5,
        y: Math.floor(cell / cols) + 0.5,
        w: 1,
        h: 1,
        turn: 0,
        to: 'up',
        leadsTo: null,
      })
  glaze(board, ids, ground, 4)
  hideRoom(board, ranges, court)
  if (!plan.rooms.some(({ secret }) => secret)) wallOff(board, ids, 1)
  plan.entrance = { x: gate.x, y: rows - 1 }
  if (moat) digMoat(board, ward, gate.x)
  tread(board, way(board, plan.entrance, { x: gate.x, y: Math.min(rows - 1, gate.y) }), true)
}

/** Divides a range into `count` adjacent rooms, from top to bottom. */
const stack = (range: Rect, count: number, next: Board['next']): Rect[] => {
  const cuts = Array.from(
    { length: count + 1 },
    (_, i) => Math.round((range.h * i) / count) + (i > 0 && i < count && range.h / count > 4 ? next.int(-1, 1) : 0),
  )
  return cuts.slice(1).map((to, i) => ({ ...range, y: range.y + (cuts[i] as number), h: to - (cuts[i] as number) }))
}

const cornerTowers = (board: Board, ward: Rect): number[] => {
  const { cols, rows } = board
  const [left, right] = [ward.x - 1, ward.x + ward.w - 2]
  const [top, foot] = [ward.y - 1, ward.y + ward.h - 2]
  return [
    [left, top],
    [right, top],
    [left, foot],
    [right, foot],
  ].flatMap(([x = 0, y = 0]) => {
    if (x < 0 || y < 0 || x + 3 > cols || y + 3 > rows) return []
    const id = room(board, { x, y, w: 3, h: 3 }, 'tower', { floor: 'slabs' })
    return [id]
  })
}

const gatehouse = (board: Board, ward: Rect): { x: number; y: number } => {
  const x = ward.x + Math.floor(ward.w / 2) - 2
  const y = ward.y + ward.h - 2
  room(board, { x, y, w: 4, h: 3 }, 'gatehouse', { floor: 'cobbles' })
  addDoor(board, { x: x + 1, y, side: 'north', span: 2 }, 'arch')
  addDoor(board, { x: x + 1, y: y + 3, side: 'north', span: 2 }, 'barred', { closed: true })
  return { x: x + 1, y: y + 3 }
}

/** Digs a moat around the castle, up to three squares wide, except in front of the gate. */
const digMoat = ({ plan, cols, rows }: Board, ward: Rect, gate: number): void => {
  const cells: number[] = []
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const d = Math.max(ward.x - 1 - x, x - ward.x - ward.w, ward.y - 1 - y, y - ward.y - ward.h)
      if (
        d >= 0 &&
        d < 3 &&
        plan.rooms[(plan.cells[y * cols + x] ?? 0) - 1]?.outside &&
        !(x >= gate - 1 && x <= gate + 2 && y > ward.y)
      )
        cells.push(y * cols + x)
    }
  plan.pools.push({ kind: 'water', shallow: false, cells })
}
