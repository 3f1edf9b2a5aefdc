import { sidesOf } from '../../../studio/maps/board.ts'
import { type MapPlan, roomAt } from '../../../studio/maps/plan.ts'
import { withSecretsFound } from '../../../studio/maps/secrets.ts'

/** The plan where players have found these of its secret rooms: the doors that lead there are seen. */
export const withRoomsFound = (plan: MapPlan, found: readonly number[]): MapPlan => {
  if (found.length === 0) return plan
  const leadsThere = (door: MapPlan['doors'][number]) =>
    sidesOf(door).some(({ near, far }) => [near, far].some(([x, y]) => found.includes(roomAt(plan, x, y))))
  const doors = plan.doors.map((door) => (door.secret && leadsThere(door) ? { ...door, secret: false } : door))
  return withSecretsFound({ ...plan, doors }) ?? plan
}
