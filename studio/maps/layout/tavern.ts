import { addRoom, type Board, fill, join, type Rect } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { wallOff } from './hide.ts'
import { connect, divide, doorstep, frontDoor, glaze, room } from './house.ts'
import { tread, way } from './paths.ts'

/**
 * Lays out an inn or a house: one large room in front, the kitchen (or another room) and a passage behind it, and further rooms along the
 * passage. The plan is rotated and mirrored at random.
 */
export const layTavern = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const ground = addRoom(board, 'street', { walled: false, outside: true, floor: 'grass' })
  fill(board, { x: 0, y: 0, w: cols, h: rows }, ground)
  const margin = Math.min(cols, rows) >= 18 ? 2 : 1
  const lot: Rect = { x: margin, y: margin, w: cols - 2 * margin, h: rows - 2 * margin - 1 }
  // Coordinates of the layout: `u` from the front room to the back, `v` along the front room.
  const across = lot.w > lot.h * 1.1 || (lot.w > lot.h * 0.9 && next.chance(0.5))
  const [long, wide] = across ? [lot.w, lot.h] : [lot.h, lot.w]
  const [mirrorU, mirrorV] = [next.chance(0.5), next.chance(0.5)]
  const at = (u: number, v: number, du: number, dv: number): Rect => {
    const [uu, vv] = [mirrorU ? long - u - du : u, mirrorV ? wide - v - dv : v]
    return across ? { x: lot.x + uu, y: lot.y + vv, w: du, h: dv } : { x: lot.x + vv, y: lot.y + uu, w: dv, h: du }
  }
  const count = Math.max(3, brief.rooms ?? Math.round((long * wide) / 42))
  const asked = purposesFor(brief, count, next)
  const lead = asked.shift() ?? 'common'
  const servingPurpose = asked.includes('kitchen')
    ? asked.splice(asked.indexOf('kitchen'), 1)[0]
    : (asked.shift() ?? 'kitchen')
  const front = Math.max(5, Math.round(long * next.between(0.42, 0.5)))
  const serving = Math.max(3, Math.min(wide - 6, Math.round(wide * next.between(0.28, 0.36))))
  const hall = 1 + (wide > 14 ? 1 : 0)
  const inside = { floor: 'planks' as const }
  const common = room(board, at(0, 0, front, wide), lead, inside)
  const back = long - front
  const servingRoom = room(board, at(front, 0, back, serving), servingPurpose ?? 'kitchen', { floor: 'tiles' })
  const passage = room(board, at(front, serving, hall, wide - serving), 'passage', inside)
  const rest = divide(at(front + hall, serving, back - hall, wide - serving), Math.max(1, asked.length), next, 3)
  const rooms = rest.map((rect, i) => room(board, rect, asked[i] ?? 'bedroom', inside))
  join(board, common, servingRoom, next.chance(0.4) ? 'arch' : 'door')
  join(board, common, passage, 'arch')
  for (const id of rooms) join(board, passage, id, 'door')
  connect(board, [common, servingRoom, passage, ...rooms], 0.12)
  // The goal of the front door: each coordinate is chosen at random. `away` is 60 squares outside, on the side opposite the back rooms.
  const frontRect = at(0, 0, front, wide)
  const away = at(-60, 0, front, wide)
  const goal = {
    x: next.chance(0.5) ? frontRect.x + frontRect.w / 2 : away.x + away.w / 2,
    y: next.chance(0.5) ? rows + 40 : away.y + away.h / 2,
  }
  const entry = frontDoor(board, common, ground, 'double', goal)
  const rear = frontDoor(board, servingRoom, ground, 'door')
  glaze(board, [common, servingRoom, ...rooms], ground)
  wallOff(board, [...rooms.toReversed(), servingRoom], 1)
  const road = rows - 1
  tread(
    board,
    Array.from({ length: cols }, (_, x) => road * cols + x),
    margin > 1,
  )
  if (margin > 1)
    tread(
      board,
      Array.from({ length: cols }, (_, x) => (road - 1) * cols + x),
    )
  plan.entrance = { x: next.chance(0.5) ? 0 : cols - 1, y: road }
  for (const edge of [entry, rear])
    if (edge) tread(board, way(board, doorstep(board, edge, ground), { x: doorstep(board, edge, ground).x, y: road }))
  plan.stairs.push(...stairsIn(board, passage))
}

/** Returns stairs to the next floor at the end of a passage; none if it is too short or has a door there. */
const stairsIn = ({ plan, cols }: Board, passage: number) => {
  const cells = plan.cells.flatMap((value, cell) => (value === passage ? [cell] : []))
  const end = cells.at(-1)
  if (end === undefined || cells.length < 5) return []
  const busy = plan.doors.some(({ x, y, side }) => {
    const near = y * cols + x
    return near === end || (side === 'north' ? near - cols : near - 1) === end
  })
  return busy
    ? []
    : [
        {
          x: (end % cols) + 0.5,
          y: Math.floor(end / cols) + 0.5,
          w: 1,
          h: 1,
          turn: 0,
          to: 'up' as const,
          leadsTo: null,
        },
      ]
}
