import type { PlanAnswer } from '#projections/map-answers.ts'
import type { Wall } from '../../../../data/maps.ts'
import type { Point } from '../../../../ui/viewport.ts'

type Squares = Pick<PlanAnswer, 'px' | 'x' | 'y'>
type Line = Wall & { span?: number }

/** Both ends of a wall segment, in pixels of the map. */
export const endsOf = ({ px, x: left, y: top }: Squares, { x, y, side, span = 1 }: Line): [Point, Point] => [
  { x: left + x * px, y: top + y * px },
  { x: left + (side === 'north' ? x + span : x) * px, y: top + (side === 'west' ? y + span : y) * px },
]

export const middleOf = (squares: Squares, line: Line): Point => {
  const [from, to] = endsOf(squares, line)
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
}

export const pathOf = (squares: Squares, lines: readonly Line[]): Path2D => {
  const path = new Path2D()
  for (const line of lines) {
    const [from, to] = endsOf(squares, line)
    path.moveTo(from.x, from.y)
    path.lineTo(to.x, to.y)
  }
  return path
}

/** The line whose middle is nearest to a point, within one square and half its length. */
export const nearest = <L extends Line>(squares: Squares, lines: readonly L[], at: Point): L | undefined => {
  const reach = (line: L) => {
    const middle = middleOf(squares, line)
    return Math.hypot(middle.x - at.x, middle.y - at.y) / squares.px - ((line.span ?? 1) - 1) / 2
  }
  let best: { line: L; far: number } | undefined
  for (const line of lines) {
    const far = reach(line)
    if (far <= 1 && (!best || far < best.far)) best = { line, far }
  }
  return best?.line
}

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
export type Way = keyof typeof ways
export const isWay = (key: string): key is Way => key in ways

/** The next wall in the direction of an arrow key. */
export const nextWall = (squares: Squares, walls: readonly Wall[], from: Wall, way: Way): Wall => {
  const [dx, dy] = ways[way]
  const start = middleOf(squares, from)
  let best = { wall: from, cost: Infinity }
  for (const wall of walls) {
    const middle = middleOf(squares, wall)
    const [across, down] = [middle.x - start.x, middle.y - start.y]
    const along = across * dx + down * dy
    const cost = along + 2 * Math.abs(across * dy + down * dx)
    if (along > 1 && cost < best.cost) best = { wall, cost }
  }
  return best.wall
}
