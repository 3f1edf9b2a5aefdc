import type { PlanChanges } from '#domain/map-plan.ts'
import type { PlanAnswer } from '#projections/map-answers.ts'
import { sidesOf } from '../../../studio/maps/board.ts'
import { wallsOf } from '../../../studio/maps/changes.ts'
import { type MapPlan, roomAt } from '../../../studio/maps/plan.ts'

/** The parts of a plan that a DM needs to change it. */
export const planOf = (plan: MapPlan, { revision, before }: PlanChanges): PlanAnswer => {
  const { px, x, y } = plan.grid
  const roomsAt = (door: MapPlan['doors'][number]) =>
    sidesOf(door)
      .slice(0, 1)
      .flatMap(({ near, far }) => [roomAt(plan, ...near), roomAt(plan, ...far)])
  const doors = plan.doors.map((door) => ({ ...door, rooms: roomsAt(door) }))
  return { px, x, y, revision, doors, undoable: before.length, walls: wallsOf(plan) }
}
