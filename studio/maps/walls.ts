import { endsOf, type MapPlan, roomAt, roomOf } from '#domain/map-plan.ts'
import { isWalled } from '#domain/map-reach.ts'
import { noise } from '../noise.ts'

/** The walls of a plan as lines, for prints and for exports to virtual tabletops, where they block sight. */
export interface Point {
  x: number
  y: number
}

export interface Wall {
  points: Point[]
  /** The same line along the squares, without smoothing. */
  grid: Point[]
  /** First and last point are the same. */
  ring: boolean
  natural: boolean
  /** A rail, which does not block sight. */
  low: boolean
  /** Between inside and open ground. */
  outer: boolean
  /** Rooms on its sides, 0 for rock. */
  rooms: readonly number[]
}

interface Side {
  from: number
  to: number
  natural: boolean
  low: boolean
  outer: boolean
  rooms: readonly [number, number]
}

/** Returns each unit of wall, including those with doors and windows. Rock, if any, is on the left of the unit's direction. */
const sides = (plan: MapPlan): Side[] => {
  const { cols, rows } = plan.grid
  const found: Side[] = []
  const at = (x: number, y: number) => y * (cols + 1) + x
  const look = (x: number, y: number, bx: number, by: number, from: number, to: number) => {
    const a = roomAt(plan, x, y)
    const b = roomAt(plan, bx, by)
    if (!isWalled(plan, a, b)) return
    const [one, two] = [roomOf(plan, a), roomOf(plan, b)]
    const room = one ?? two
    if (!room) return
    found.push({
      from: a ? to : from,
      to: a ? from : to,
      natural: (one ?? room).natural && (two ?? room).natural,
      low: (a === 0 || b === 0) && room.outside && plan.theme === 'ship',
      outer: a !== 0 && b !== 0 && (one?.outside ?? false) !== (two?.outside ?? false),
      rooms: [a, b],
    })
  }
  // The border of the map is no wall: rooms continue beyond it.
  for (let y = 0; y < rows; y++) for (let x = 1; x < cols; x++) look(x, y, x - 1, y, at(x, y), at(x, y + 1))
  for (let y = 1; y < rows; y++) for (let x = 0; x < cols; x++) look(x, y, x, y - 1, at(x + 1, y), at(x, y))
  return found
}

const alike = (a: Side, b: Side) => a.natural === b.natural && a.low === b.low && a.outer === b.outer

/** Smooths and roughens a natural outline; its ends are unchanged. */
const weathered = (points: readonly Point[], ring: boolean, plan: MapPlan): Point[] => {
  const shape = noise(plan.seed, 'outline')
  const { cols, rows } = plan.grid
  const built = plan.theme === 'ship'
  const rough = built ? 0 : 0.34
  const onBorder = ({ x, y }: Point) => x === 0 || y === 0 || x === cols || y === rows
  let line = points.slice(1).map((to, i) => {
    const from = points[i] as Point
    const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
    return {
      x: x + rough * (shape(x * 0.55, y * 0.55) + 0.5 * shape(x * 1.6, y * 1.6 + 20)),
      y: y + rough * (shape(x * 0.55 + 50, y * 0.55) + 0.5 * shape(x * 1.6 + 50, y * 1.6)),
    }
  })
  // The steps along the squares of a hull are averaged into a smooth curve.
  for (let turn = 0; built && turn < 8; turn++)
    line = line.map((point, i) => {
      const [before, after] = [
        line[i - 1] ?? (ring ? line.at(-1) : points[0]),
        line[i + 1] ?? (ring ? line[0] : points.at(-1)),
      ]
      if (!before || !after) return point
      return { x: point.x * 0.4 + (before.x + after.x) * 0.3, y: point.y * 0.4 + (before.y + after.y) * 0.3 }
    })
  const [first, last] = [points[0] as Point, points.at(-1) as Point]
  for (let turn = 0; turn < 2; turn++) {
    const closed = ring ? [line.at(-1) as Point, ...line] : [first, ...line, last]
    line = closed.slice(1).flatMap((to, i) => {
      const from = closed[i] as Point
      return [
        { x: from.x * 0.75 + to.x * 0.25, y: from.y * 0.75 + to.y * 0.25 },
        { x: from.x * 0.25 + to.x * 0.75, y: from.y * 0.25 + to.y * 0.75 },
      ]
    })
  }
  if (ring) return [...line, line[0] as Point]
  return [first, ...line.filter((point) => !onBorder(point)), last]
}

const straightened = (points: readonly Point[]): Point[] =>
  points.filter((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]]
    return (
      !before ||
      !after ||
      !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y))
    )
  })

/**
 * Returns all walls as lines, which begin and end where walls meet and at the jambs of doors and windows. Unless `openings`
 * is false, the walls within doors and windows are omitted.
 */
export const wallsOf = (plan: MapPlan, { openings = true } = {}): Wall[] => {
  const { cols } = plan.grid
  const all = sides(plan)
  const fixed = new Set<number>()
  const inDoor = new Set<string>()
  for (const edge of [...plan.doors, ...plan.windows]) {
    const [from, to] = endsOf(edge)
    fixed.add(from.y * (cols + 1) + from.x).add(to.y * (cols + 1) + to.x)
    for (let i = 0; i < edge.span; i++)
      inDoor.add(edge.side === 'north' ? `n${edge.x + i},${edge.y}` : `w${edge.x},${edge.y + i}`)
  }
  const isOpening = ({ from, to }: Side) => {
    const low = Math.min(from, to)
    const [x, y] = [low % (cols + 1), Math.floor(low / (cols + 1))]
    return inDoor.has(`${Math.abs(from - to) === 1 ? 'n' : 'w'}${x},${y}`)
  }
  const touching = new Map<number, Side[]>()
  for (const side of all)
    for (const vertex of [side.from, side.to]) touching.set(vertex, [...(touching.get(vertex) ?? []), side])
  const isJoint = (vertex: number) => {
    const here = touching.get(vertex) ?? []
    const [a, b] = here
    return fixed.has(vertex) || here.length !== 2 || !a || !b || !alike(a, b)
  }
  const point = (vertex: number): Point => ({ x: vertex % (cols + 1), y: Math.floor(vertex / (cols + 1)) })
  const used = new Set<Side>()
  const follow = (side: Side, from: number): Wall | null => {
    const chain: number[] = [from]
    const rooms = new Set<number>()
    let [here, current] = [from, side as Side | undefined]
    while (current && !used.has(current)) {
      used.add(current)
      for (const room of current.rooms) rooms.add(room)
      here = current.from === here ? current.to : current.from
      chain.push(here)
      if (isJoint(here)) break
      current = touching.get(here)?.find((other) => !used.has(other))
    }
    if (chain.length < 2) return null
    const ring = chain[0] === chain.at(-1) && !isJoint(from)
    const points = chain.map(point)
    const { natural, low, outer } = side
    return {
      points: natural ? weathered(points, ring, plan) : straightened(points),
      grid: points,
      ring: chain[0] === chain.at(-1),
      natural,
      low,
      outer,
      rooms: [...rooms],
    }
  }
  const walls: Wall[] = []
  const take = (side: Side, from: number) => {
    if (used.has(side)) return
    const wall = follow(side, from)
    if (wall && !(openings && isOpening(side))) walls.push(wall)
  }
  for (const side of all) for (const vertex of [side.from, side.to]) if (isJoint(vertex)) take(side, vertex)
  for (const side of all) take(side, side.from)
  return walls
}
