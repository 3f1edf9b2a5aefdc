import type { MapPlan } from './plan.ts'
import { reachable } from './reach.ts'

/** Says of every room anew whether only secret doors lead there. Null when there is a square that nobody can get to. */
export const withSecretsFound = (plan: MapPlan): MapPlan | null => {
  const nothing = { blocked: new Set<number>() }
  const all = reachable(plan, { secrets: true, ...nothing })
  if (plan.cells.some((room, cell) => room && !all.has(cell))) return null
  const known = reachable(plan, nothing)
  const seen = new Set([...known].map((cell) => plan.cells[cell]))
  return { ...plan, rooms: plan.rooms.map((room) => ({ ...room, secret: !seen.has(room.id) })) }
}
