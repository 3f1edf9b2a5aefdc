import type { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { addDoor, moveDoor, removeDoor, setDoor, toggleSecret } from '#domain/map-doors.ts'
import type { Door, MapPlan } from '#domain/map-plan.ts'
import { PlanDoor } from '#domain/map-plan.ts'

export const DoorPlace = PlanDoor.pick({ x: true, y: true, side: true })
type DoorPlace = z.infer<typeof DoorPlace>

/**
 * A door before and after a change; null if it did not exist before or does not exist afterwards. `after` is the
 * changed plan, null if the change is not possible.
 */
interface Changed {
  doorId: string
  was: PlanDoor | null
  door: PlanDoor | null
  after: MapPlan | null
}
export type DoorChange = (plan: MapPlan) => Changed

const mostDoors = 1000
const bare = ({ id: _id, ...door }: Door): PlanDoor => door
const doorIn = (plan: MapPlan, id: string) => {
  const door = plan.doors.find((door) => door.id === id)
  if (!door) throw new Rejection('door_not_found')
  return door
}

interface Wanted {
  to?: DoorPlace | undefined
  secret?: boolean | undefined
  closed?: boolean | undefined
  locked?: boolean | undefined
}

interface Added extends DoorPlace {
  kind?: PlanDoor['kind'] | undefined
  secret?: boolean | undefined
}

/** A locked or secret door is closed, and one that is opened is not locked. */
const stateOf = ({ secret, closed, locked }: Wanted) => ({
  ...(closed !== undefined && { closed, ...(!closed && { locked: false }) }),
  ...(locked !== undefined && { locked, ...(locked && { closed: true }) }),
  ...(secret && { closed: true }),
})

/** Changes of a door, applicable to any plan. */
export const doorChanges = {
  add:
    ({ kind = 'door', secret = false, ...place }: Added): DoorChange =>
    (plan) => {
      const span = kind === 'double' ? 2 : 1
      const door = { ...place, span, kind, secret, closed: kind !== 'arch' || secret, locked: false }
      const after = plan.doors.length < mostDoors ? addDoor(plan, door) : null
      return { doorId: after?.doors.at(-1)?.id ?? '', was: null, door, after }
    },

  change:
    (id: string, wanted: Wanted): DoorChange =>
    (plan) => {
      const door = doorIn(plan, id)
      const { to, secret } = wanted
      const moved = to ? moveDoor(plan, id, to) : plan
      const hidden = moved && secret !== undefined && secret !== door.secret ? toggleSecret(moved, id) : moved
      const after = hidden && setDoor(hidden, id, stateOf({ ...wanted, secret: secret ?? door.secret }))
      return { doorId: id, was: bare(door), door: bare(after ? doorIn(after, id) : { ...door, ...to }), after }
    },

  remove:
    (id: string): DoorChange =>
    (plan) => {
      const door = plan.doors.find((door) => door.id === id)
      return { doorId: id, was: door ? bare(door) : null, door: null, after: removeDoor(plan, id) }
    },
}
