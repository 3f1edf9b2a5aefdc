import { steps } from '#domain/map-plan.ts'
import { noise } from '../../noise.ts'
import type { Board } from '../board.ts'

/** Paths on open ground. */

const isGround = ({ plan }: Board, cell: number) => plan.rooms[(plan.cells[cell] ?? 0) - 1]?.outside === true

/**
 * Returns the squares of a slightly winding path over open ground. The path prefers existing paths, and avoids water and
 * the vicinity of buildings. Empty if there is none.
 */
export const way = (board: Board, from: { x: number; y: number }, to: { x: number; y: number }): number[] => {
  const { plan, cols, rows } = board
  const bumps = noise(plan.seed, 'ways')
  const wet = new Set(plan.pools.flatMap(({ cells }) => cells))
  const trodden = new Set(plan.paths)
  const cost = new Float64Array(cols * rows).fill(Infinity)
  const came = new Int32Array(cols * rows).fill(-1)
  const start = from.y * cols + from.x
  const goal = to.y * cols + to.x
  cost[start] = 0
  const line = [start]
  while (line.length) {
    let k = 0
    for (let j = 1; j < line.length; j++)
      if ((cost[line[j] as number] as number) < (cost[line[k] as number] as number)) k = j
    const cell = line.splice(k, 1)[0] as number
    if (cell === goal) break
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    for (const [dx, dy] of steps) {
      const [nx, ny] = [x + dx, y + dy]
      const other = ny * cols + nx
      if (nx < 0 || ny < 0 || nx >= cols || ny >= rows || !isGround(board, other)) continue
      const beside = steps.some(
        ([sx, sy]) => nx + sx >= 0 && nx + sx < cols && !isGround(board, (ny + sy) * cols + nx + sx),
      )
      const c =
        (cost[cell] as number) +
        (trodden.has(other) ? 0.4 : 1 + 0.9 * (1 + bumps(nx / 3.1, ny / 3.1))) +
        (wet.has(other) ? 4 : 0) +
        (beside ? 0.8 : 0)
      if (c >= (cost[other] as number)) continue
      cost[other] = c
      came[other] = cell
      line.push(other)
    }
  }
  if ((cost[goal] as number) === Infinity) return []
  const found: number[] = []
  for (let cell = goal; cell >= 0; cell = came[cell] as number) found.push(cell)
  return found.reverse()
}

/** Adds planks where a path crosses water; frozen water needs none. */
export const bridge = ({ plan, cols }: Board): void => {
  const wet = new Set(plan.pools.filter(({ kind }) => kind !== 'ice').flatMap(({ cells }) => cells))
  const trodden = new Set(plan.paths)
  for (const cell of plan.paths) {
    if (!wet.has(cell)) continue
    const along = trodden.has(cell - 1) || trodden.has(cell + 1)
    const down = trodden.has(cell - cols) || trodden.has(cell + cols)
    const turn = along && !down ? Math.PI / 2 : along && wet.has(cell - cols) && wet.has(cell + cols) ? Math.PI / 2 : 0
    const at = { x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + 0.5 }
    plan.furniture.push({ kind: 'planks', ...at, w: 1.75, h: 1.05, turn, blocks: false, opaque: false, secret: false })
  }
}

/** Adds squares to the paths; if `wide`, also those to their right and below them. */
export const tread = (board: Board, cells: readonly number[], wide = false): void => {
  const { plan, cols, rows } = board
  const all = new Set(plan.paths)
  for (const cell of cells) {
    all.add(cell)
    if (wide && cell % cols < cols - 1 && isGround(board, cell + 1)) all.add(cell + 1)
    if (wide && cell + cols < cols * rows && isGround(board, cell + cols)) all.add(cell + cols)
  }
  plan.paths = [...all].sort((a, b) => a - b)
}
