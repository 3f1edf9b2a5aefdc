import { isFreeEdge, sidesOf } from './board.ts'
import { type Door, type Edge, type MapPlan, roomAt } from './plan.ts'
import { isWalled } from './reach.ts'
import { withSecretsFound } from './secrets.ts'

/** Small changes to a plan, each answering a new one; its print is drawn again from that. Null where the change cannot be made. */

/** Whether there is wall on the whole of an edge, with a room on either side. */
const isOnWall = (plan: MapPlan, edge: Edge): boolean =>
  sidesOf(edge).every(({ near, far }) => {
    const [a, b] = [roomAt(plan, ...near), roomAt(plan, ...far)]
    return a > 0 && b > 0 && isWalled(plan, a, b)
  })

const fits = (plan: MapPlan, edge: Edge): boolean => isOnWall(plan, edge) && isFreeEdge(plan, edge)

const changed = (plan: MapPlan, id: string, change: (door: Door) => Door): MapPlan | null =>
  plan.doors.some((door) => door.id === id)
    ? withSecretsFound({ ...plan, doors: plan.doors.map((door) => (door.id === id ? change(door) : door)) })
    : null

/** Sets a door into another stretch of wall; it stays what it is. */
export const moveDoor = (plan: MapPlan, id: string, to: Omit<Edge, 'span'>): MapPlan | null => {
  const door = plan.doors.find((one) => one.id === id)
  if (!door) return null
  const without = { ...plan, doors: plan.doors.filter((one) => one !== door) }
  const edge = { ...to, span: door.span }
  return fits(without, edge) ? changed(plan, id, (one) => ({ ...one, ...edge })) : null
}

export const addDoor = (plan: MapPlan, door: Omit<Door, 'id'>): MapPlan | null => {
  if (!fits(plan, door)) return null
  const most = Math.max(0, ...plan.doors.map(({ id }) => Number(id.slice(1)) || 0))
  return withSecretsFound({ ...plan, doors: [...plan.doors, { ...door, id: `d${most + 1}` }] })
}

/** The wall is whole again. Null where it was the last way to somewhere. */
export const removeDoor = (plan: MapPlan, id: string): MapPlan | null => {
  const doors = plan.doors.filter((door) => door.id !== id)
  return doors.length < plan.doors.length ? withSecretsFound({ ...plan, doors }) : null
}

/** Hides a door, or shows one; a secret door is closed. */
export const toggleSecret = (plan: MapPlan, id: string): MapPlan | null =>
  changed(plan, id, (door) => ({ ...door, secret: !door.secret, closed: door.secret ? door.closed : true }))

export const setDoor = (
  plan: MapPlan,
  id: string,
  state: Partial<Pick<Door, 'kind' | 'closed' | 'locked'>>,
): MapPlan | null => changed(plan, id, (door) => ({ ...door, ...state }))

export const renameRoom = (plan: MapPlan, id: number, words: { name?: string; note?: string }): MapPlan | null =>
  plan.rooms.some((room) => room.id === id)
    ? { ...plan, rooms: plan.rooms.map((room) => (room.id === id ? { ...room, ...words } : room)) }
    : null

/** Every stretch of wall, one square long, with a room on either side: where a door could stand. */
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
