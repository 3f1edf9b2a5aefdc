import type { Random } from '../random.ts'
import { type Door, type DoorKind, type Edge, type MapPlan, type Room, roomAt } from './plan.ts'

/** A rectangle of squares. */
export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

/** A plan while it is laid out, and the randomness to do it with. */
export interface Board {
  plan: MapPlan
  cols: number
  rows: number
  next: Random
}

export const within = ({ cols, rows }: { cols: number; rows: number }, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < cols && y < rows

export const steps = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

/** Adds a room without any squares yet and answers its number. */
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

export const roomOf = (plan: Pick<MapPlan, 'rooms'>, id: number): Room | undefined => plan.rooms[id - 1]

export const fill = ({ plan, cols, rows }: Board, { x, y, w, h }: Rect, id: number): void => {
  for (let cy = Math.max(0, y); cy < Math.min(rows, y + h); cy++)
    for (let cx = Math.max(0, x); cx < Math.min(cols, x + w); cx++) plan.cells[cy * cols + cx] = id
}

/** The squares of a room, by index. */
export const cellsOf = ({ cells }: Pick<MapPlan, 'cells'>, id: number): number[] =>
  cells.flatMap((room, cell) => (room === id ? [cell] : []))

/** The two squares on the sides of an edge, for each square that it spans: the near one is `edge`'s own. */
export const sidesOf = ({ x, y, side, span }: Edge): { near: [number, number]; far: [number, number] }[] =>
  Array.from({ length: span }, (_, i) =>
    side === 'north' ? { near: [x + i, y], far: [x + i, y - 1] } : { near: [x, y + i], far: [x - 1, y + i] },
  )

export const endsOf = ({ x, y, side, span }: Edge): [{ x: number; y: number }, { x: number; y: number }] => [
  { x, y },
  side === 'north' ? { x: x + span, y } : { x, y: y + span },
]

/** Every edge between a square of one room and a square of another, both ways round. */
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

const clashes = (a: Edge, b: Edge): boolean =>
  a.side === b.side
    ? a.side === 'north'
      ? a.y === b.y && a.x < b.x + b.span + 1 && b.x < a.x + a.span + 1
      : a.x === b.x && a.y < b.y + b.span + 1 && b.y < a.y + a.span + 1
    : false

/** Whether nothing is set into this stretch of wall or right beside it. */
export const isFreeEdge = (plan: MapPlan, edge: Edge): boolean =>
  ![...plan.doors, ...plan.windows].some((other) => clashes(edge, other))

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

/** Two wide where the wall goes on for two squares, else one. */
const widened = (edge: Edge, all: readonly Edge[]): Edge => {
  const [dx, dy] = edge.side === 'north' ? [1, 0] : [0, 1]
  return all.some((other) => other.side === edge.side && other.x === edge.x + dx && other.y === edge.y + dy)
    ? { ...edge, span: 2 }
    : edge
}

/** Sets a door somewhere into the wall between two rooms, towards its middle. False when there is no room for one. */
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
