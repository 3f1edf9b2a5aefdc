import { type Room, roomAt } from '#domain/map-plan.ts'
import { isWalled } from '#domain/map-reach.ts'
import type { Random } from '../random.ts'
import type { Board } from './board.ts'
import type { Spot } from './floor.ts'

const back = { north: 0, east: Math.PI / 2, south: Math.PI, west: -Math.PI / 2 } as const
const dirs = [
  ['north', 0, -1],
  ['east', 1, 0],
  ['south', 0, 1],
  ['west', -1, 0],
] as const

/** Returns the possible spots of a piece in a room, the best first. `anchor` is its usual place, such as `wall` or `corner`. */
export const spotsFor = (
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
        // A piece of even width is centred on the line between two squares.
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
          // The head is at one wall, a side at the other.
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
