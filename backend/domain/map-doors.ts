import { type Door, type Edge, isFreeEdge, type MapPlan, type PlanDoor, roomAt, sidesOf } from './map-plan.ts'
import { isWalled, reachable } from './map-reach.ts'

/** Changes of a plan. Each function returns a new plan, from which the print is drawn, or null if the change is impossible. */

/** True if a wall covers the whole edge, with a room on either side. */
const isOnWall = (plan: MapPlan, edge: Edge): boolean =>
  sidesOf(edge).every(({ near, far }) => {
    const [a, b] = [roomAt(plan, ...near), roomAt(plan, ...far)]
    return a > 0 && b > 0 && isWalled(plan, a, b)
  })

const fits = (plan: MapPlan, edge: Edge): boolean => isOnWall(plan, edge) && isFreeEdge(plan, edge)

const withChangedDoor = (plan: MapPlan, id: string, change: (door: Door) => Door): MapPlan | null =>
  plan.doors.some((door) => door.id === id)
    ? markSecretRooms({ ...plan, doors: plan.doors.map((door) => (door.id === id ? change(door) : door)) })
    : null

/** Moves a door to another part of a wall, with its kind and state. */
export const moveDoor = (plan: MapPlan, id: string, to: Omit<Edge, 'span'>): MapPlan | null => {
  const door = plan.doors.find((one) => one.id === id)
  if (!door) return null
  const without = { ...plan, doors: plan.doors.filter((one) => one !== door) }
  const edge = { ...to, span: door.span }
  return fits(without, edge) ? withChangedDoor(plan, id, (one) => ({ ...one, ...edge })) : null
}

export const addDoor = (plan: MapPlan, door: PlanDoor): MapPlan | null => {
  if (!fits(plan, door)) return null
  const most = Math.max(0, ...plan.doors.map(({ id }) => Number(id.slice(1)) || 0))
  return markSecretRooms({ ...plan, doors: [...plan.doors, { ...door, id: `d${most + 1}` }] })
}

/** Closes the wall. Null if the door was the last way to some square. */
export const removeDoor = (plan: MapPlan, id: string): MapPlan | null => {
  const doors = plan.doors.filter((door) => door.id !== id)
  return doors.length < plan.doors.length ? markSecretRooms({ ...plan, doors }) : null
}

/** Makes a door secret and closed, or visible. Null if a square becomes unreachable. */
export const toggleSecret = (plan: MapPlan, id: string): MapPlan | null =>
  withChangedDoor(plan, id, (door) => ({ ...door, secret: !door.secret, closed: door.secret ? door.closed : true }))

export const setDoor = (
  plan: MapPlan,
  id: string,
  state: Partial<Pick<Door, 'kind' | 'closed' | 'locked'>>,
): MapPlan | null => withChangedDoor(plan, id, (door) => ({ ...door, ...state }))

export const renameRoom = (plan: MapPlan, id: number, words: { name?: string; note?: string }): MapPlan | null =>
  plan.rooms.some((room) => room.id === id)
    ? { ...plan, rooms: plan.rooms.map((room) => (room.id === id ? { ...room, ...words } : room)) }
    : null

/** Parts of walls, one square long, with a room on either side: possible places of doors. */
export const wallsOf = (plan: MapPlan): Omit<Edge, 'span'>[] => {
  const { cols } = plan.grid
  return plan.cells.flatMap((room, cell) => {
    if (room === 0) return []
    const at = { x: cell % cols, y: Math.floor(cell / cols) }
    return (['north', 'west'] as const)
      .map((side) => ({ ...at, side }))
      .filter((edge) => isOnWall(plan, { ...edge, span: 1 }))
  })
}

/** Present doors by id, null for removed ones; and new names of rooms by number. */
interface Amendments {
  doors: Readonly<Record<string, PlanDoor | null>>
  names: Readonly<Record<number, string>>
}

/** The plan with its later changes; the same object if there are none. Doors remain as drawn if a part of the map would be unreachable. */
export const amendPlan = (plan: MapPlan, { doors, names }: Amendments): MapPlan => {
  const named = withNames(plan, names)
  if (Object.keys(doors).length === 0) return named
  const kept = plan.doors.flatMap((door) => {
    const now = doors[door.id]
    return now === undefined ? [door] : now ? [{ ...door, ...now }] : []
  })
  const drawn = new Set(plan.doors.map(({ id }) => id))
  const added = Object.entries(doors).flatMap(([id, door]) => (door && !drawn.has(id) ? [{ ...door, id }] : []))
  return markSecretRooms({ ...named, doors: [...kept, ...added] }) ?? named
}

/** Renames rooms, also within notes that mention them. */
const withNames = (plan: MapPlan, names: Amendments['names']): MapPlan => {
  const renamed = plan.rooms.flatMap(({ id, name }) => (names[id] && name ? [{ from: name, to: names[id] }] : []))
  if (renamed.length === 0) return plan
  const renamedIn = (note: string) => renamed.reduce((note, { from, to }) => note.replaceAll(from, () => to), note)
  return {
    ...plan,
    rooms: plan.rooms.map((room) => ({ ...room, name: names[room.id] || room.name, note: renamedIn(room.note) })),
  }
}

/** Marks the rooms that only secret doors lead to. Null if a square is unreachable. */
export const markSecretRooms = (plan: MapPlan): MapPlan | null => {
  const nothing = { blocked: new Set<number>() }
  const all = reachable(plan, { secrets: true, ...nothing })
  if (plan.cells.some((room, cell) => room && !all.has(cell))) return null
  const known = reachable(plan, nothing)
  const seen = new Set([...known].map((cell) => plan.cells[cell]))
  return { ...plan, rooms: plan.rooms.map((room) => ({ ...room, secret: !seen.has(room.id) })) }
}
