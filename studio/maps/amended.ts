import type { Door, MapPlan } from './plan.ts'
import { withSecretsFound } from './secrets.ts'

/** How doors are now, by id, null for those that are gone; and rooms that have another name, by number. */
interface Amendments {
  doors: Readonly<Record<string, Omit<Door, 'id'> | null>>
  names: Readonly<Record<number, string>>
}

/** The plan with changes that were made to it; the same plan where there are none. Doors stay as drawn where some part of the map would have no way to it. */
export const amended = (plan: MapPlan, { doors, names }: Amendments): MapPlan => {
  const named = withNames(plan, names)
  if (Object.keys(doors).length === 0) return named
  const kept = plan.doors.flatMap((door) => {
    const now = doors[door.id]
    return now === undefined ? [door] : now ? [{ ...door, ...now }] : []
  })
  const drawn = new Set(plan.doors.map(({ id }) => id))
  const added = Object.entries(doors).flatMap(([id, door]) => (door && !drawn.has(id) ? [{ ...door, id }] : []))
  return withSecretsFound({ ...named, doors: [...kept, ...added] }) ?? named
}

/** Notes that speak of a room call it by its new name. */
const withNames = (plan: MapPlan, names: Amendments['names']): MapPlan => {
  const renamed = plan.rooms.flatMap(({ id, name }) => (names[id] && name ? [{ from: name, to: names[id] }] : []))
  if (renamed.length === 0) return plan
  const told = (note: string) => renamed.reduce((note, { from, to }) => note.replaceAll(from, () => to), note)
  return {
    ...plan,
    rooms: plan.rooms.map((room) => ({ ...room, name: names[room.id] || room.name, note: told(room.note) })),
  }
}
