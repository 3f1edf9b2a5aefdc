import { z } from 'zod'

/**
 * Runs of fog cells, counted row by row from the top left: the first cell and the number of each run. Sorted, without
 * overlaps.
 */
export const Runs = z.array(z.object({ first: z.int().min(0), count: z.int().min(1) }))
export type Runs = z.infer<typeof Runs>

/** Side of a cell in pixels, and the number of columns and rows. */
export interface FogLattice {
  cell: number
  columns: number
  rows: number
}

/** Fog has its own cells, so that changing the grid does not change what players see. A side has at most 128 cells. */
export const fogLattice = ({ width, height }: { width: number; height: number }): FogLattice => {
  const cell = 16 * 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / 2048)))
  return { cell, columns: Math.ceil(width / cell), rows: Math.ceil(height / cell) }
}

/** A byte per cell: 1 if it is in the runs. Cells beyond `size` are ignored. */
export const cellsOf = (runs: Runs, size: number): Uint8Array => {
  const cells = new Uint8Array(size)
  for (const { first, count } of runs) cells.fill(1, first, Math.min(size, first + count))
  return cells
}

export const runsOf = (cells: Uint8Array): Runs => {
  const runs: Runs = []
  for (let first = cells.indexOf(1); first !== -1; ) {
    const end = cells.indexOf(0, first)
    runs.push({ first, count: (end === -1 ? cells.length : end) - first })
    first = end === -1 ? -1 : cells.indexOf(1, end)
  }
  return runs
}

/** Returns the cells that are in `others` (`wanted`) or not in them. */
export const among = (runs: Runs, others: Runs, size: number, wanted: boolean): Runs => {
  const [cells, other] = [cellsOf(runs, size), cellsOf(others, size)]
  return runsOf(cells.map((is, n) => (is && (other[n] === 1) === wanted ? 1 : 0)))
}

export const union = (one: Runs, other: Runs, size: number): Runs => {
  const cells = cellsOf(one, size)
  for (const { first, count } of other) cells.fill(1, first, Math.min(size, first + count))
  return runsOf(cells)
}

/** The index after the last cell. */
export const endOf = (runs: Runs): number => runs.reduce((end, { first, count }) => Math.max(end, first + count), 0)
