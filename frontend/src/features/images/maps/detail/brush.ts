import type { FogLattice } from '#domain/fog.ts'
import type { Point } from '../../../../ui/viewport.ts'

const isNear = (point: Point, from: Point, to: Point, radius: number) => {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length))
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy) <= radius
}

/** The cells that a round brush touches on its way from one point to another: those whose middle it passes over, and the one beneath it. */
export const brushed = ({ cell, columns, rows }: FogLattice, from: Point, to: Point, radius: number): number[] => {
  const within = (at: number, most: number) => Math.min(most - 1, Math.max(0, Math.floor(at / cell)))
  const [left, right] = [
    within(Math.min(from.x, to.x) - radius, columns),
    within(Math.max(from.x, to.x) + radius, columns),
  ]
  const [top, bottom] = [within(Math.min(from.y, to.y) - radius, rows), within(Math.max(from.y, to.y) + radius, rows)]
  const cells: number[] = []
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++)
      if (isNear({ x: (column + 0.5) * cell, y: (row + 0.5) * cell }, from, to, Math.max(radius, cell * 0.71)))
        cells.push(row * columns + column)
  return cells
}
