import type { Random } from '../random.ts'
import { type Board, sidesOf, steps } from './board.ts'
import { isPiece, type PieceName, pieces } from './pieces.ts'
import { type Room, roomAt } from './plan.ts'
import { footprint, isWalled } from './reach.ts'
import { recipeOf } from './recipes.ts'

/** Sets things into rooms as people would, and so that every way stays free. */
export interface Floor {
  board: Board
  /** Squares that something stands on, or where a door opens. */
  taken: Set<number>
  blocked: Set<number>
  /** What stands already, as upright boxes. */
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

/** The middle, the corners and the middles of the sides of a thing, a little inside it or around it. */
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

/** Whether people still get around when nobody can stand on these squares: what lies about them hangs together nearby. */
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

interface Spot {
  x: number
  y: number
  turn: number
}

/** Puts a thing there unless it would stand in something or in somebody's way. */
export const put = (floor: Floor, kind: PieceName, { x, y, turn }: Spot, size = 1, secret = false): boolean => {
  const { board, taken, blocked, boxes } = floor
  const { plan, cols } = board
  const { w, h, blocks = false, opaque = false, light } = pieces[kind]
  const thing = { kind, x, y, w: w * size, h: h * size, turn, blocks, opaque, secret }
  const own = roomAt(plan, Math.floor(x), Math.floor(y))
  const room = plan.rooms[own - 1]
  if (!room) return false
  // Grown walls bulge, and built ones have a thickness.
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
  // People stand before a bar; crowns of trees reach into each other.
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

const back = { north: 0, east: Math.PI / 2, south: Math.PI, west: -Math.PI / 2 } as const
const dirs = [
  ['north', 0, -1],
  ['east', 1, 0],
  ['south', 0, 1],
  ['west', -1, 0],
] as const

/** Where things of a kind may go in a room, best first, by the way they are usually set. */
const spotsFor = (
  { plan, cols }: Board,
  cells: readonly number[],
  room: Room,
  anchor: string,
  { w, h }: { w: number; h: number },
  next: Random,
): Spot[] => {
  const walled = (x: number, y: number, dx: number, dy: number) => isWalled(plan, room.id, roomAt(plan, x + dx, y + dy))
  const xs = cells.map((cell) => cell % cols)
  const ys = cells.map((cell) => Math.floor(cell / cols))
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1]
  const shuffle = (spots: Spot[]) =>
    spots
      .map((spot) => ({ spot, rank: next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ spot }) => spot)
  const along = (gap: number): Spot[] =>
    cells.flatMap((cell) => {
      const [x, y] = [cell % cols, Math.floor(cell / cols)]
      return dirs.flatMap(([name, dx, dy]) => {
        if (!walled(x, y, dx, dy)) return []
        // An even width stands over the line between two squares.
        const even = Math.round(w) % 2 === 0 ? 0.5 : 0
        const off = h / 2 + gap
        return [
          {
            x: x + 0.5 + (dx ? dx * (0.5 - off) : even),
            y: y + 0.5 + (dy ? dy * (0.5 - off) : even),
            turn: back[name],
          },
        ]
      })
    })
  switch (anchor) {
    case 'wall':
      return shuffle(along(room.natural ? 0.4 : 0.12))
    case 'before':
      return shuffle(along(1.15)).sort((a, b) => Math.abs(Math.sin(a.turn)) - Math.abs(Math.sin(b.turn)))
    case 'corner':
      return shuffle(
        cells.flatMap((cell) => {
          const [x, y] = [cell % cols, Math.floor(cell / cols)]
          const sides = dirs.filter(([, dx, dy]) => walled(x, y, dx, dy))
          const [one, two] = sides
          if (!one || !two || one[1] === -two[1]) return []
          // Head to the one wall, side to the other.
          return [
            [one, two],
            [two, one],
          ].map(([head = one, side = two]) => ({
            x: x + 0.5 + head[1] * (0.38 - h / 2) + side[1] * (0.38 - w / 2),
            y: y + 0.5 + head[2] * (0.38 - h / 2) + side[2] * (0.38 - w / 2),
            turn: back[head[0]],
          }))
        }),
      )
    case 'end': {
      const long = x1 - x0 >= y1 - y0
      const spots: Spot[] = long
        ? [
            { x: x0 + h / 2 + 0.35, y: (y0 + y1) / 2, turn: back.west },
            { x: x1 - h / 2 - 0.35, y: (y0 + y1) / 2, turn: back.east },
          ]
        : [
            { x: (x0 + x1) / 2, y: y0 + h / 2 + 0.35, turn: back.north },
            { x: (x0 + x1) / 2, y: y1 - h / 2 - 0.35, turn: back.south },
          ]
      return shuffle(spots)
    }
    case 'centre':
      return [
        { x: (x0 + x1) / 2, y: (y0 + y1) / 2, turn: x1 - x0 >= y1 - y0 ? 0 : Math.PI / 2 },
        ...shuffle(cells.map((cell) => ({ x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + 0.5, turn: 0 })))
          .sort(
            (a, b) =>
              Math.hypot(a.x - (x0 + x1) / 2, a.y - (y0 + y1) / 2) -
              Math.hypot(b.x - (x0 + x1) / 2, b.y - (y0 + y1) / 2),
          )
          .slice(0, 8),
      ]
    case 'rows': {
      const [stepX, stepY] = [Math.ceil(w + 0.6), Math.ceil(h + 0.4)]
      const [nx, ny] = [
        Math.max(1, Math.floor((x1 - x0 - 0.4) / stepX)),
        Math.max(1, Math.floor((y1 - y0 - 0.4) / stepY)),
      ]
      const [ox, oy] = [(x1 - x0 - nx * stepX) / 2, (y1 - y0 - ny * stepY) / 2]
      return Array.from({ length: nx * ny }, (_, i) => ({
        x: x0 + ox + ((i % nx) + 0.5) * stepX,
        y: y0 + oy + (Math.floor(i / nx) + 0.5) * stepY,
        turn: 0,
      }))
    }
    case 'pillars': {
      const inset = 1.5
      const many = Math.max(2, Math.floor((Math.max(x1 - x0, y1 - y0) - 1) / 3))
      const long = x1 - x0 >= y1 - y0
      return Array.from({ length: many * 2 }, (_, i) => {
        const t = inset + (Math.floor(i / 2) * ((long ? x1 - x0 : y1 - y0) - 2 * inset)) / (many - 1)
        const at = i % 2 ? inset : (long ? y1 - y0 : x1 - x0) - inset
        const snap = (v: number) => Math.floor(v) + 0.5
        return long ? { x: x0 + snap(t), y: y0 + snap(at), turn: 0 } : { x: x0 + snap(at), y: y0 + snap(t), turn: 0 }
      })
    }
    case 'ring': {
      const r = Math.min(x1 - x0, y1 - y0) * 0.36
      return Array.from({ length: 9 }, (_, i) => ({
        x: (x0 + x1) / 2 + Math.cos((i / 9) * 6.283) * r,
        y: (y0 + y1) / 2 + Math.sin((i / 9) * 6.283) * r,
        turn: (i / 9) * 6.283 + Math.PI / 2,
      }))
    }
    default:
      return shuffle(
        cells
          .filter((cell) => !plan.paths.includes(cell))
          .map((cell) => ({
            x: (cell % cols) + 0.5 + next.between(-0.12, 0.12),
            y: Math.floor(cell / cols) + 0.5 + next.between(-0.12, 0.12),
            turn:
              room.floor === 'deck' || !(room.natural || room.outside)
                ? next.int(0, 3) * (Math.PI / 2)
                : next() * 6.283,
          })),
      )
  }
}

/** What nobody carries into a cave. */
const joinery = new Set(['rug', 'pew', 'bench', 'wardrobe', 'lectern'])

/** Furnishes one room by a recipe such as `table@rows*4 bone%20`: a piece, where, and how many or one to so many squares. */
export const furnishRoom = (floor: Floor, room: Room, recipe: string, banned: ReadonlySet<string>): void => {
  const { plan, next } = floor.board
  const cells = plan.cells.flatMap((value, cell) => (value === room.id ? [cell] : []))
  if (!cells.length) return
  for (const word of recipe.split(' ').filter(Boolean)) {
    const [, kind = '', anchor = 'any', times, per] = /^([a-z]+)(?:@([a-z]+))?(?:\*(\d+))?(?:%(\d+))?$/.exec(word) ?? []
    if (!isPiece(kind) || banned.has(kind) || (room.floor === 'earth' && room.natural && joinery.has(kind))) continue
    let left = per ? Math.max(0, Math.round(cells.length / Number(per) + next.between(-0.4, 0.4))) : Number(times ?? 1)
    const set = room.floor === 'earth' && room.natural && ['wall', 'corner', 'end'].includes(anchor) ? 'any' : anchor
    for (const spot of spotsFor(floor.board, cells, room, set, pieces[kind], next)) {
      if (left <= 0) break
      if (put(floor, kind, spot, set === 'any' && !pieces[kind as 'bone'].light ? next.between(0.85, 1.15) : 1)) left--
    }
  }
}

export const furnish = (floor: Floor, banned: ReadonlySet<string>): void => {
  for (const room of floor.board.plan.rooms) furnishRoom(floor, room, recipeOf(room.purpose), banned)
}
