import { RNG, Map as RotMap } from 'rot-js'
import type { Rgb } from '../colour.ts'
import type { Stage } from '../stage.ts'

export interface Room {
  x: number
  y: number
  w: number
  h: number
}

export interface Plan {
  cols: number
  rows: number
  /** Pixels to one square of five feet; `top` is where the first row begins. */
  cell: number
  top: number
  rocky: boolean
  rooms: readonly Room[]
  doors: readonly { x: number; y: number }[]
  open(x: number, y: number): boolean
  /** Every open square. */
  each(visit: (x: number, y: number) => void): void
  /** Every closed square that touches an open one. */
  eachWall(visit: (x: number, y: number) => void): void
}

/** The colours and the floor of a kind of place. */
export interface Theme {
  floor: Rgb
  wall: Rgb
  rock: Rgb
  water: Rgb
  paving: 'slabs' | 'planks' | 'earth'
}

interface Size {
  cols: number
  rows: number
  cell: number
  top: number
  rocky: boolean
}

// The generators give up by the clock unless told otherwise, and then the same seed would not make the same map.
const patience = 60_000

/** Digs rooms and corridors, or grows a cavern. rot-js has one random source for all; each plan seeds it afresh. */
export const digDungeon = (stage: Stage, { cols, rows, cell, top, rocky }: Size): Plan => {
  const next = stage.chance('plan')
  RNG.setSeed(1 + Math.floor(next() * 2 ** 31))
  const squares = new Uint8Array(cols * rows)
  const set = (x: number, y: number, value: number) => {
    if (x > 0 && y > 0 && x < cols - 1 && y < rows - 1) squares[y * cols + x] = value
  }
  const rooms: Room[] = []
  const doors: { x: number; y: number }[] = []
  if (rocky) {
    const cave = new RotMap.Cellular(cols, rows, { born: [5, 6, 7, 8], survive: [4, 5, 6, 7, 8], topology: 8 })
    cave.randomize(0.56)
    for (let i = 0; i < 4; i++) cave.create()
    cave.connect((x, y, value) => set(x, y, value), 1)
    for (let i = 0; i < 400 && rooms.length < 9; i++) {
      const room = { x: next.int(1, cols - 5), y: next.int(1, rows - 5), w: 4, h: 4 }
      const clear = Array.from({ length: 16 }, (_, k) => squares[(room.y + (k >> 2)) * cols + room.x + (k & 3)]).every(
        Boolean,
      )
      if (clear && rooms.every((other) => Math.hypot(other.x - room.x, other.y - room.y) > 5)) rooms.push(room)
    }
  } else {
    const most = Math.max(4, Math.min(9, Math.floor(Math.min(cols, rows) / 3)))
    const digger = new RotMap.Digger(cols, rows, {
      roomWidth: [4, most],
      roomHeight: [3, Math.max(4, most - 2)],
      corridorLength: [1, 5],
      dugPercentage: 0.46,
      timeLimit: patience,
    })
    // Rooms against rooms rather than mazes of passages.
    digger._features = { room: 7, corridor: 2 }
    digger.create((x, y, value) => set(x, y, value === 0 ? 1 : 0))
    for (const room of digger.getRooms()) {
      rooms.push({
        x: room.getLeft(),
        y: room.getTop(),
        w: room.getRight() - room.getLeft() + 1,
        h: room.getBottom() - room.getTop() + 1,
      })
      room.getDoors((x, y) => {
        if (!doors.some((door) => Math.abs(door.x - x) + Math.abs(door.y - y) < 2)) doors.push({ x, y })
      })
    }
  }
  const open = (x: number, y: number) => x >= 0 && y >= 0 && x < cols && y < rows && squares[y * cols + x] === 1
  const all = (visit: (x: number, y: number) => void, want: (x: number, y: number) => boolean) => {
    for (let y = 0; y < rows; y++) for (let x = 0; x < cols; x++) if (want(x, y)) visit(x, y)
  }
  return {
    cols,
    rows,
    cell,
    top,
    rocky,
    rooms,
    // A door is where a passage is one square wide.
    doors: doors.filter(
      ({ x, y }) =>
        open(x, y) &&
        ((open(x - 1, y) && open(x + 1, y) && !open(x, y - 1) && !open(x, y + 1)) ||
          (open(x, y - 1) && open(x, y + 1) && !open(x - 1, y) && !open(x + 1, y))),
    ),
    open,
    each: (visit) => all(visit, open),
    eachWall: (visit) =>
      all(visit, (x, y) => !open(x, y) && [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => open(x + dx, y + dy)))),
  }
}
