import { roomAt, sidesOf, steps } from '#domain/map-plan.ts'
import { footprint, isWalled } from '#domain/map-reach.ts'
import type { Board } from './board.ts'
import { type PieceName, pieces } from './pieces.ts'

/** Tracks the occupied squares, so that furniture neither overlaps nor blocks doorways or ways. */
export interface Floor {
  board: Board
  /** Squares that are occupied, or next to a door or stairs: no furniture is placed there, except flat things such as rugs. */
  taken: Set<number>
  /** Squares that walkers cannot enter. */
  blocked: Set<number>
  /** Axis-aligned bounding boxes of the placed furniture. */
  boxes: Box[]
}

interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

const boxOf = ({ x, y, w, h, turn }: { x: number; y: number; w: number; h: number; turn: number }): Box => {
  const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  const [rx, ry] = [(w * c + h * s) / 2, (w * s + h * c) / 2]
  return { x0: x - rx, y0: y - ry, x1: x + rx, y1: y + ry }
}

const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 0.06 && Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0.06

/** Returns the centre, the corners and the centres of the sides of a thing, grown by `margin` (shrunk if negative). */
const outlineOf = (
  { x, y, w, h, turn }: { x: number; y: number; w: number; h: number; turn: number },
  margin: number,
): [number, number][] => {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  return [-1, 0, 1].flatMap((i) =>
    [-1, 0, 1].map((j): [number, number] => {
      const [dx, dy] = [i * (w / 2 + margin), j * (h / 2 + margin)]
      return [x + dx * c - dy * s, y + dx * s + dy * c]
    }),
  )
}

export const openFloor = (board: Board): Floor => {
  const { plan, cols } = board
  const taken = new Set<number>([plan.entrance.y * cols + plan.entrance.x])
  for (const door of plan.doors)
    for (const { near, far } of sidesOf(door)) for (const [x, y] of [near, far]) taken.add(y * cols + x)
  for (const { x, y } of plan.stairs) {
    taken.add(Math.floor(y) * cols + Math.floor(x))
    for (const [dx, dy] of steps) taken.add((Math.floor(y) + dy) * cols + Math.floor(x) + dx)
  }
  const floor: Floor = { board, taken, blocked: new Set(), boxes: plan.furniture.map(boxOf) }
  for (const thing of plan.furniture)
    for (const cell of footprint(thing, cols)) {
      taken.add(cell)
      if (thing.blocks) floor.blocked.add(cell)
    }
  for (const { shallow, cells } of plan.pools)
    for (const cell of cells) {
      if (!shallow) floor.blocked.add(cell)
      if (!shallow || plan.rooms[(plan.cells[cell] ?? 0) - 1]?.outside) taken.add(cell)
    }
  return floor
}

/** Returns true if walkers can still pass once these squares are blocked: the free squares next to them stay connected nearby. */
export const leavesWay = (
  { board: { plan, cols, rows }, blocked }: Floor,
  cells: readonly number[],
  reach = 2,
): boolean => {
  const own = new Set(cells)
  const xs = cells.map((cell) => cell % cols)
  const ys = cells.map((cell) => Math.floor(cell / cols))
  const [x0, x1] = [Math.min(...xs) - reach, Math.max(...xs) + reach]
  const [y0, y1] = [Math.min(...ys) - reach, Math.max(...ys) + reach]
  const free = (x: number, y: number) =>
    x >= Math.max(0, x0) &&
    y >= Math.max(0, y0) &&
    x <= Math.min(cols - 1, x1) &&
    y <= Math.min(rows - 1, y1) &&
    roomAt(plan, x, y) > 0 &&
    !own.has(y * cols + x) &&
    !blocked.has(y * cols + x)
  const passes = (ax: number, ay: number, bx: number, by: number) =>
    !isWalled(plan, roomAt(plan, ax, ay), roomAt(plan, bx, by))
  const around = new Set<number>()
  for (const cell of cells)
    for (const [dx, dy] of steps) {
      const [x, y] = [(cell % cols) + dx, Math.floor(cell / cols) + dy]
      if (free(x, y) && passes(cell % cols, Math.floor(cell / cols), x, y)) around.add(y * cols + x)
    }
  const first = around.values().next().value
  if (first === undefined) return false
  const seen = new Set([first])
  const line = [first]
  for (let cell = line.pop(); cell !== undefined; cell = line.pop()) {
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    for (const [dx, dy] of steps) {
      const to = (y + dy) * cols + x + dx
      if (!free(x + dx, y + dy) || seen.has(to) || !passes(x, y, x + dx, y + dy)) continue
      seen.add(to)
      line.push(to)
    }
  }
  return [...around].every((cell) => seen.has(cell))
}

export interface Spot {
  x: number
  y: number
  turn: number
}

/** Places a thing unless it would overlap another, cross a wall or block a way. Returns true if it was placed. */
export const put = (floor: Floor, kind: PieceName, { x, y, turn }: Spot, size = 1, secret = false): boolean => {
  const { board, taken, blocked, boxes } = floor
  const { plan, cols } = board
  const { w, h, blocks = false, opaque = false, light } = pieces[kind]
  const thing = { kind, x, y, w: w * size, h: h * size, turn, blocks, opaque, secret }
  const own = roomAt(plan, Math.floor(x), Math.floor(y))
  const room = plan.rooms[own - 1]
  if (!room) return false
  // Natural walls bulge, and built ones have a thickness.
  const margin = room.natural ? 0.3 : kind === 'torch' || kind === 'lantern' ? -0.05 : 0.04
  const inside = outlineOf(thing, margin).every(([px, py]) => {
    const other = roomAt(plan, Math.floor(px), Math.floor(py))
    return other === own || (other > 0 && !isWalled(plan, own, other))
  })
  if (!inside) return false
  const under = [
    ...new Set([
      ...footprint({ ...thing, w: Math.max(thing.w, 0.9), h: Math.max(thing.h, 0.9) }, cols),
      Math.floor(y) * cols + Math.floor(x),
    ]),
  ]
  const flat = kind === 'rug' || kind === 'circle' || kind === 'track' || kind === 'grate'
  if (!flat && under.some((cell) => taken.has(cell))) return false
  // A bar needs space for guests; the crowns of trees may overlap.
  const box = boxOf(kind === 'bar' ? { ...thing, h: 2 } : kind === 'tree' ? { ...thing, w: 0.5, h: 0.5 } : thing)
  if (!flat && boxes.some((other) => overlap(box, other))) return false
  const stands = footprint(thing, cols)
  if (blocks && (under.some((cell) => blocked.has(cell)) || (stands.length > 0 && !leavesWay(floor, stands))))
    return false
  plan.furniture.push(thing)
  if (!flat) for (const cell of under) taken.add(cell)
  if (!flat) boxes.push(box)
  if (blocks) for (const cell of stands) blocked.add(cell)
  if (light) plan.lights.push({ x, y, ...light })
  return true
}
