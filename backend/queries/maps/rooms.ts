import { type FogLattice, runsOf } from '#domain/fog.ts'
import type { MapRoom } from '#projections/map-answers.ts'
import type { MapPlan } from '../../../studio/maps/plan.ts'

/** The rooms of a plan, each with the cells of the fog that lie in it or touch it, so that its walls are seen too. */
export const roomsOf = (plan: MapPlan, { cell, columns, rows }: FogLattice): MapRoom[] => {
  const { px, cols, x: left, y: top } = plan.grid
  const cellsByRoom = new Map<number, Uint8Array>()
  for (const [square, room] of plan.cells.entries()) {
    if (room === 0) continue
    const cells = cellsByRoom.get(room) ?? new Uint8Array(columns * rows)
    cellsByRoom.set(room, cells)
    const [x, y] = [left + (square % cols) * px, top + Math.floor(square / cols) * px]
    const [from, to] = [Math.floor((x - 1) / cell), Math.floor((x + px) / cell)]
    for (let row = Math.floor((y - 1) / cell); row <= Math.floor((y + px) / cell); row++)
      if (row >= 0 && row < rows)
        cells.fill(1, row * columns + Math.max(0, from), row * columns + Math.min(columns, to + 1))
  }
  return plan.rooms.map(({ id, name, note, secret }) => ({
    id,
    name,
    note,
    secret,
    cells: runsOf(cellsByRoom.get(id) ?? new Uint8Array(0)),
  }))
}
