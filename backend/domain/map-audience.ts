import { type MapPlan, roomAt, sidesOf } from './map-plan.ts'
import { reachable } from './map-reach.ts'

/**
 * Removes everything from the plan that players may not know: secret doors, rooms that only these lead to, names and notes.
 * The remaining rooms are renumbered, since a skipped number reveals a room as much as a door does.
 */
export const withoutSecrets = (plan: MapPlan): MapPlan => {
  const { cols } = plan.grid
  const known = knownCells(plan)
  const cells = plan.cells.map((room, cell) => (known.has(cell) ? room : 0))
  const kept = plan.rooms.filter(({ id }) => cells.includes(id))
  const renamed = new Map(kept.map(({ id }, i) => [id, i + 1]))
  const at = (x: number, y: number) => known.has(Math.floor(y) * cols + Math.floor(x))
  const open = { cells, grid: plan.grid }
  const stairs = plan.stairs.filter(({ x, y }) => at(x, y))
  const links = new Map(stairs.map((one, i) => [plan.stairs.indexOf(one), i]))
  return {
    ...plan,
    title: '',
    cells: cells.map((room) => renamed.get(room) ?? 0),
    rooms: kept.map((room, i) => ({ ...room, id: i + 1, name: '', note: '', purpose: '', secret: false })),
    doors: plan.doors
      .filter(
        (door) => !door.secret && sidesOf(door).every(({ near, far }) => roomAt(open, ...near) && roomAt(open, ...far)),
      )
      .map((door, i) => ({ ...door, id: `d${i + 1}`, locked: false })),
    windows: plan.windows.filter((edge) =>
      sidesOf(edge).every(({ near, far }) => roomAt(open, ...near) && roomAt(open, ...far)),
    ),
    stairs: stairs.map((one) => ({ ...one, leadsTo: one.leadsTo === null ? null : (links.get(one.leadsTo) ?? null) })),
    pools: plan.pools
      .map((pool) => ({ ...pool, cells: pool.cells.filter((cell) => known.has(cell)) }))
      .filter(({ cells: wet }) => wet.length),
    furniture: plan.furniture.filter(({ secret, x, y }) => !secret && at(x, y)),
    lights: plan.lights.filter(({ x, y }) => at(x, y)),
  }
}

/** Squares that are reachable without secret doors, except those of secret rooms. Furniture and water block nothing here. */
const knownCells = (plan: MapPlan): Set<number> => {
  const secret = new Set(plan.rooms.filter((room) => room.secret).map(({ id }) => id))
  return new Set([...reachable(plan, { blocked: new Set() })].filter((cell) => !secret.has(plan.cells[cell] as number)))
}
