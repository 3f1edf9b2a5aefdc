import { z } from 'zod'
import { Rejection } from './decider.ts'
import { erasable, type KeyOwner, keyOwnerOf } from './erasable.ts'
import { PlanDoor } from './map-plan.ts'

export const RoomName = z.string().trim().min(1, 'Name is required').max(80, 'Name cannot exceed 80 characters')

const doorId = z.string().max(40)
/** `shownIn` is null if the map is on no table, or if players see nothing of the change. */
const about = { imageId: z.uuid(), shownIn: z.uuid().nullable() }
const room = z.int().positive()
/** Number of changes in the inspected plan: rules that span the plan hold for this revision only. */
const asOf = z.int().min(0)
const home = { campaignId: z.uuid().nullable(), ownerId: z.uuid() }

export const planCommands = {
  /** `was` is null for an added door and `door` for a removed one; `fits` is true if the plan allows the change. */
  SetDoor: z.object({
    ...about,
    asOf,
    fits: z.boolean(),
    doorId,
    was: PlanDoor.nullable(),
    door: PlanDoor.nullable(),
  }),
  RenameRoom: z.object({ imageId: z.uuid(), ...home, room, name: z.string().max(80) }),
  UndoPlanChange: z.object({ ...about, asOf }),
}

export const planEvents = {
  DoorAdded: z.object({ ...about, doorId, door: PlanDoor }),
  DoorChanged: z.object({ ...about, doorId, was: PlanDoor, door: PlanDoor }),
  DoorRemoved: z.object({ ...about, doorId, was: PlanDoor }),
  RoomRenamed: z.object({ imageId: z.uuid(), ...home, room, name: erasable(z.string()) }),
  /** Reverts the last change. */
  PlanChangeUndone: z.object({ ...about }),
}

type Before = { doorId: string; was: PlanDoor | null } | { room: number; was: string }

/** The changes to a drawn plan. */
export interface PlanChanges {
  /** Number of changes, including undone ones and undos. */
  revision: number
  /** Present doors; null for removed ones. */
  doors: Readonly<Record<string, PlanDoor | null>>
  /** Names by room number. */
  names: Readonly<Record<number, string>>
  /** Values before the latest changes; the last entry is undone next. */
  before: readonly Before[]
  /** The owner of the encryption key, who can erase the names. */
  owner: KeyOwner
}

export const planAsDrawn: PlanChanges = { revision: 0, doors: {}, names: {}, before: [], owner: 'user:' }

const mostUndone = 50
interface Planned {
  plan: PlanChanges
}

const changed = <M extends Planned>(map: M, change: Partial<PlanChanges>, before: readonly Before[]): M => ({
  ...map,
  plan: { ...map.plan, ...change, before: before.slice(-mostUndone), revision: map.plan.revision + 1 },
})
const withDoor = <M extends Planned>(map: M, doorId: string, was: PlanDoor | null, door: PlanDoor | null): M =>
  changed(map, { doors: { ...map.plan.doors, [doorId]: door } }, [...map.plan.before, { doorId, was }])

const isSame = (one: PlanDoor, other: PlanDoor) =>
  Object.entries(one).every(([field, value]) => other[field as keyof PlanDoor] === value)
const unchangedSince = ({ plan }: Planned, asOf: number) => {
  if (plan.revision !== asOf) throw new Rejection('plan_changed_meanwhile')
}

type Of<Type extends keyof typeof planEvents> = z.infer<(typeof planEvents)[Type]>
type Wanted<Type extends keyof typeof planCommands> = z.infer<(typeof planCommands)[Type]>

export const decidePlan = {
  SetDoor(map: Planned, { asOf, fits, was, door, ...about }: Wanted<'SetDoor'>) {
    if (was && door ? isSame(was, door) : was === door) return []
    unchangedSince(map, asOf)
    if (!fits) throw new Rejection(door ? 'door_does_not_fit' : 'door_is_only_way')
    if (!door) return was ? [{ type: 'DoorRemoved' as const, data: { ...about, was } }] : []
    if (!was) return [{ type: 'DoorAdded' as const, data: { ...about, door } }]
    return [{ type: 'DoorChanged' as const, data: { ...about, was, door } }]
  },
  RenameRoom: ({ plan }: Planned, data: Wanted<'RenameRoom'>) =>
    plan.names[data.room] === data.name ? [] : [{ type: 'RoomRenamed' as const, data }],
  UndoPlanChange(map: Planned, { asOf, ...data }: Wanted<'UndoPlanChange'>) {
    if (map.plan.before.length === 0) return []
    unchangedSince(map, asOf)
    return [{ type: 'PlanChangeUndone' as const, data }]
  },
}

export const evolvePlan = {
  DoorAdded: <M extends Planned>(map: M, { doorId, door }: Of<'DoorAdded'>) => withDoor(map, doorId, null, door),
  DoorChanged: <M extends Planned>(map: M, { doorId, was, door }: Of<'DoorChanged'>) =>
    withDoor(map, doorId, was, door),
  DoorRemoved: <M extends Planned>(map: M, { doorId, was }: Of<'DoorRemoved'>) => withDoor(map, doorId, was, null),
  RoomRenamed<M extends Planned>(map: M, { room, name, campaignId, ownerId }: Of<'RoomRenamed'>): M {
    const { names, before } = map.plan
    const owner = keyOwnerOf(campaignId, ownerId)
    return changed(map, { owner, names: { ...names, [room]: name } }, [...before, { room, was: names[room] ?? '' }])
  },
  PlanChangeUndone<M extends Planned>(map: M): M {
    const { doors, names, before } = map.plan
    const last = before.at(-1)
    const rest = before.slice(0, -1)
    if (!last) return changed(map, {}, rest)
    return 'room' in last
      ? changed(map, { names: { ...names, [last.room]: last.was } }, rest)
      : changed(map, { doors: { ...doors, [last.doorId]: last.was } }, rest)
  },
}
