import type { Edge } from '#domain/map-plan.ts'
import { isFreeEdge } from '#domain/map-plan.ts'
import { addDoor, addRoom, type Board, edgesBetween, fill, type Rect } from '../board.ts'
import { type Brief, purposesFor } from './brief.ts'
import { wallOff } from './hide.ts'
import { connect, divide, room } from './house.ts'
import { tread, way } from './paths.ts'
import { river } from './waters.ts'

/** Lays out the remains of a large building: a nave, rooms on its sides, and gaps in the walls. */
export const layRuin = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const ground = addRoom(board, 'grounds', { walled: false, outside: true, floor: 'grass' })
  fill(board, { x: 0, y: 0, w: cols, h: rows }, ground)
  if (brief.water && cols > 20) river(board, brief)
  const margin = Math.max(2, Math.round(Math.min(cols, rows) / 7))
  const site: Rect = { x: margin, y: margin, w: cols - 2 * margin, h: rows - 2 * margin }
  const wet = new Set(plan.pools.flatMap(({ cells }) => cells))
  const across = site.w >= site.h
  const nave = Math.max(4, Math.round((across ? site.h : site.w) * next.between(0.4, 0.5)))
  const aisle = Math.floor(((across ? site.h : site.w) - nave) / 2)
  const count = Math.max(3, brief.rooms ?? Math.round((site.w * site.h) / 40))
  const purposes = purposesFor(brief, count, next)
  const rect = (v: number, dv: number): Rect =>
    across ? { x: site.x, y: site.y + v, w: site.w, h: dv } : { x: site.x + v, y: site.y, w: dv, h: site.h }
  const floor = 'slabs' as const
  const heart = room(board, rect(aisle, nave), purposes.shift() ?? 'nave', { floor })
  const sides = [rect(0, aisle), rect(aisle + nave, aisle)].filter(({ w, h }) => Math.min(w, h) >= 3)
  const ids = [heart]
  for (const side of sides)
    for (const part of divide(side, Math.max(1, Math.round((count - 1) / 2)), next)) {
      // Some rooms are missing.
      if (ids.length > 3 && next.chance(0.2)) continue
      ids.push(room(board, part, purposes.shift() ?? 'storeroom', { floor }))
    }
  for (const cell of wet) plan.cells[cell] = plan.cells[cell] === ground ? ground : (plan.cells[cell] as number)
  plan.pools = plan.pools.map((pool) => ({ ...pool, cells: pool.cells.filter((cell) => plan.cells[cell] === ground) }))
  connect(board, ids, 0.5)
  for (const door of plan.doors)
    if (next.chance(0.55)) Object.assign(door, { kind: 'arch', closed: false, locked: false })
  const end = edgesBetween(plan, heart, ground).filter((edge) => isFreeEdge(plan, edge))
  const goal = across ? { x: site.x - 1, y: site.y + site.h / 2 } : { x: site.x + site.w / 2, y: site.y + site.h }
  const door = end.sort((a, b) => Math.hypot(a.x - goal.x, a.y - goal.y) - Math.hypot(b.x - goal.x, b.y - goal.y))[0]
  if (door) addDoor(board, door, 'arch')
  for (const id of ids) breach(board, id, ground, id === heart ? 3 : 1)
  wallOff(board, ids.slice(1), 2)
  plan.entrance = across ? { x: 0, y: Math.round(rows / 2) } : { x: Math.round(cols / 2), y: rows - 1 }
  const step = door
    ? { x: Math.min(cols - 1, across ? door.x - 1 : door.x), y: Math.min(rows - 1, door.y) }
    : plan.entrance
  tread(board, way(board, plan.entrance, step))
}

/** Adds up to `most` gaps to a room's outer wall, one to three squares wide. */
const breach = (board: Board, id: number, ground: number, most: number): void => {
  const { plan, next } = board
  for (let i = 0; i < most; i++) {
    if (next.chance(0.3)) continue
    const all = edgesBetween(plan, id, ground)
    const edge = all.length ? next.pick(all) : null
    if (!edge) return
    const [dx, dy] = edge.side === 'north' ? [1, 0] : [0, 1]
    const wanted = next.int(1, 3)
    let span = 1
    while (
      span < wanted &&
      all.some((e) => e.side === edge.side && e.x === edge.x + dx * span && e.y === edge.y + dy * span)
    )
      span++
    const gap: Edge = { ...edge, span }
    if (isFreeEdge(plan, gap)) addDoor(board, gap, 'arch')
  }
}
