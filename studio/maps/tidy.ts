import { cellsOf, type MapPlan, roomAt, sidesOf } from '#domain/map-plan.ts'
import { isWalled, reachable } from '#domain/map-reach.ts'

/** Removes doors and windows that lead nowhere, fills unreachable squares, and marks the rooms behind secret doors as secret. */
export const tidy = (plan: MapPlan): void => {
  const fits = () =>
    plan.doors.filter((door) =>
      sidesOf(door).every(({ near, far }) => {
        const [a, b] = [roomAt(plan, ...near), roomAt(plan, ...far)]
        return a && b && isWalled(plan, a, b)
      }),
    )
  plan.doors = fits()
  plan.windows = plan.windows.filter((edge) =>
    sidesOf(edge).every(({ near, far }) => roomAt(plan, ...near) && roomAt(plan, ...far)),
  )
  plan.pools = plan.pools
    .map((pool) => ({ ...pool, cells: pool.cells.filter((cell) => plan.cells[cell]) }))
    .filter(({ cells }) => cells.length)
  const seen = reachable(plan, { secrets: true, blocked: new Set() })
  plan.cells = plan.cells.map((room, cell) => (seen.has(cell) ? room : 0))
  // A room that is open to the room behind a secret door is secret as well.
  const known = reachable(plan, { blocked: new Set() })
  for (const room of plan.rooms) room.secret = !cellsOf(plan, room.id).some((cell) => known.has(cell))
  plan.doors = fits()
}

/** Removes rooms without squares, and numbers the others by distance from the entrance, passages and open ground last. */
export const number = (plan: MapPlan): void => {
  const { cols } = plan.grid
  const found = [...reachable(plan, { secrets: true, blocked: new Set() })]
  const start = plan.entrance
  const far = new Map<number, number>()
  for (const cell of found) {
    const room = plan.cells[cell] as number
    const d = Math.hypot((cell % cols) - start.x, Math.floor(cell / cols) - start.y)
    far.set(room, Math.min(far.get(room) ?? Infinity, d))
  }
  const general = new Set(['passage', 'tunnel', 'woods', 'grounds', 'green', 'street', 'approach'])
  const kept = plan.rooms.filter(({ id }) => far.has(id))
  kept.sort(
    (a, b) =>
      Number(general.has(a.purpose)) - Number(general.has(b.purpose)) ||
      (far.get(a.id) as number) - (far.get(b.id) as number),
  )
  const renamed = new Map(kept.map(({ id }, i) => [id, i + 1]))
  plan.cells = plan.cells.map((room) => renamed.get(room) ?? 0)
  plan.rooms = kept.map((room, i) => ({ ...room, id: i + 1 }))
}
