import { type Edge, type Furniture, type MapPlan, roomAt, sidesOf } from '#domain/map-plan.ts'
import { type Point, type Wall, wallsOf } from '../studio/maps/walls.ts'

/** Lines of a plan for exports: with as few points as a virtual table needs, and only those that its recipients may see. */

/** Squares that players have seen, by index; all if undefined. */
export type Revealed = ReadonlySet<number> | undefined

const sees = (plan: MapPlan, revealed: Revealed, x: number, y: number): boolean =>
  !revealed ||
  (roomAt(plan, Math.floor(x), Math.floor(y)) > 0 && revealed.has(Math.floor(y) * plan.grid.cols + Math.floor(x)))

/** Removes points within `slack` of the line between their neighbours (Douglas and Peucker, 1973). */
export const simplified = (points: readonly Point[], slack: number): Point[] => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return [...points]
  let far = 0
  let at = 0
  const length = Math.hypot(last.x - first.x, last.y - first.y)
  for (let i = 1; i < points.length - 1; i++) {
    const { x, y } = points[i] as Point
    const d = length
      ? Math.abs((last.x - first.x) * (first.y - y) - (first.x - x) * (last.y - first.y)) / length
      : Math.hypot(x - first.x, y - first.y)
    if (d > far) {
      far = d
      at = i
    }
  }
  if (far <= slack) return [first, last]
  return [...simplified(points.slice(0, at + 1), slack).slice(0, -1), ...simplified(points.slice(at), slack)]
}

/** Splits a line into steps of at most half a square, so that each touches one square only. */
const steps = (points: readonly Point[]): Point[] =>
  points.flatMap((to, i) => {
    const from = points[i - 1]
    if (!from) return [to]
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.5))
    return Array.from({ length: count }, (_, k) => ({
      x: from.x + ((to.x - from.x) * (k + 1)) / count,
      y: from.y + ((to.y - from.y) * (k + 1)) / count,
    }))
  })

/** The parts of a line that have a seen square on one side. */
const seenParts = (plan: MapPlan, points: readonly Point[], revealed: Revealed): Point[][] => {
  if (!revealed) return [[...points]]
  const parts: Point[][] = []
  let part: Point[] = []
  const all = steps(points)
  all.forEach((to, i) => {
    const from = all[i - 1]
    if (!from) return
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
    const [nx, ny] = [(-(to.y - from.y) / length) * 0.6, ((to.x - from.x) / length) * 0.6]
    const [mx, my] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
    if (sees(plan, revealed, mx + nx, my + ny) || sees(plan, revealed, mx - nx, my - ny))
      part = part.length ? [...part, to] : [from, to]
    else if (part.length) {
      parts.push(part)
      part = []
    }
  })
  return part.length ? [...parts, part] : parts
}

export interface Line {
  points: Point[]
  wall: Wall
}

/** Walls without the parts of doors and windows; natural walls have few points. */
export const linesOf = (plan: MapPlan, revealed: Revealed): Line[] =>
  wallsOf(plan).flatMap((wall) =>
    seenParts(plan, wall.points, revealed).map((points) => ({
      points: simplified(points, wall.natural ? 0.07 : 1e-6),
      wall,
    })),
  )

export const isSeen = (plan: MapPlan, edge: Edge, revealed: Revealed): boolean =>
  sidesOf(edge).some(({ near, far }) => [near, far].some(([x, y]) => sees(plan, revealed, x + 0.5, y + 0.5)))

export const isSeenAt = (plan: MapPlan, { x, y }: Point, revealed: Revealed): boolean => sees(plan, revealed, x, y)

/** Returns obstacles to sight as rings of eight points; a tree is represented by its trunk. */
export const blockersOf = (plan: MapPlan, revealed: Revealed): Point[][] =>
  plan.furniture.filter((thing) => thing.opaque && isSeenAt(plan, thing, revealed)).map(ringOf)

const ringOf = ({ kind, x, y, w, h, turn }: Furniture): Point[] => {
  const scale = kind === 'tree' ? 0.3 : 0.44
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const ring = Array.from({ length: 8 }, (_, i) => {
    const [dx, dy] = [Math.cos((i / 8) * Math.PI * 2) * w * scale, Math.sin((i / 8) * Math.PI * 2) * h * scale]
    return { x: x + dx * c - dy * s, y: y + dx * s + dy * c }
  })
  return [...ring, ring[0] as Point]
}
