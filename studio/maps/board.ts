import { type Door, type DoorKind, type Edge, isFreeEdge, type MapPlan, type Room, roomAt } from '#domain/map-plan.ts'
import type { Random } from '../random.ts'

/** A rectangle of squares. */
export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

/** A plan while its layout is created, with the random generator of the layout. */
export interface Board {
  plan: MapPlan
  cols: number
  rows: number
  next: Random
}

/** Adds a room, still without squares, and returns its number. */
export const addRoom = ({ plan }: Board, purpose: string, room: Partial<Room> = {}): number => {
  const id = plan.rooms.length + 1
  plan.rooms.push({
    id,
    name: '',
    note: '',
    purpose,
    walled: true,
    outside: false,
    natural: false,
    floor: 'slabs',
    secret: false,
    ...room,
  })
  return id
}

export const fill = ({ plan, cols, rows }: Board, { x, y, w, h }: Rect, id: number): void => {
  for (let cy = Math.max(0, y); cy < Math.min(rows, y + h); cy++)
    for (let cx = Math.max(0, x); cx < Math.min(cols, x + w); cx++) plan.cells[cy * cols + cx] = id
}

/** Returns every edge between a square of one room and a square of the other, whichever of them is above or to the left. */
export const edgesBetween = (plan: MapPlan, a: number, b: number): Edge[] => {
  const { cols, rows } = plan.grid
  const found: Edge[] = []
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const own = roomAt(plan, x, y)
      if (own !== a && own !== b) continue
      const other = own === a ? b : a
      if (y > 0 && roomAt(plan, x, y - 1) === other) found.push({ x, y, side: 'north', span: 1 })
      if (x > 0 && roomAt(plan, x - 1, y) === other) found.push({ x, y, side: 'west', span: 1 })
    }
  return found
}

export const addDoor = ({ plan, next }: Board, edge: Edge, kind: DoorKind, more: Partial<Door> = {}): Door => {
  const door: Door = {
    ...edge,
    id: `d${plan.doors.length + 1}`,
    kind,
    closed: kind !== 'arch' && next.chance(0.88),
    locked: false,
    secret: false,
    ...more,
  }
  plan.doors.push(door)
  return door
}

/** Widens an edge to two squares if the wall between the rooms continues that far. */
const widened = (edge: Edge, all: readonly Edge[]): Edge => {
  const [dx, dy] = edge.side === 'north' ? [1, 0] : [0, 1]
  return all.some((other) => other.side === edge.side && other.x === edge.x + dx && other.y === edge.y + dy)
    ? { ...edge, span: 2 }
    : edge
}

/** Adds a door to the wall between two rooms, near its middle. Returns false if no door fits. */
export const join = (board: Board, a: number, b: number, kind: DoorKind, more: Partial<Door> = {}): boolean => {
  const all = edgesBetween(board.plan, a, b)
  const fit = all
    .map((edge) => (kind === 'double' || (kind === 'arch' && board.next.chance(0.5)) ? widened(edge, all) : edge))
    .filter((edge) => isFreeEdge(board.plan, edge))
  if (!fit.length) return false
  const wide = kind === 'double' ? fit.filter(({ span }) => span === 2) : fit
  const from = wide.length ? wide : fit
  const edge = from[Math.floor(from.length * board.next.between(0.25, 0.75))] as Edge
  addDoor(board, edge, kind === 'double' && edge.span === 1 ? 'door' : kind, more)
  return true
}
